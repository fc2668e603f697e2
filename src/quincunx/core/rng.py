"""Random numbers that are the same compiled and plain, on every machine.

`Rng` is xoshiro128++ (Blackman and Vigna), seeded through SHA-256 so that any text is a good seed
and `Rng("7:0")` and `Rng("7:1")` are unrelated. `below` is Lemire's method with rejection: no bias.
"""

import hashlib
import hmac
from typing import Final

from mypy_extensions import i64

MASK: Final = 0xFFFFFFFF
LOW_BITS: Final = 0x7FFFFFFF
GOLDEN: Final = 0x1E3779B1
"""An odd multiplier without a pattern in its bits, so that neighbouring numbers end up far apart."""


def scramble(number: i64) -> i64:
    """Return 32 bits that each depend on all of the low 32 bits of the number."""
    bits = number & MASK
    bits = ((bits ^ bits >> 16) * 0x21F0AAAD) & MASK
    bits = ((bits ^ bits >> 15) * 0x735A2D97) & MASK
    return bits ^ bits >> 15


class Rng:
    """A seeded stream of random numbers.

    Examples:
        >>> rng = Rng("seven")
        >>> [rng.below(6) for _ in range(8)]
        [3, 2, 5, 3, 1, 5, 1, 5]
    """

    def __init__(self, seed: str) -> None:
        digest = hashlib.sha256(seed.encode()).digest()
        self._a: i64 = int.from_bytes(digest[0:4], "big")
        self._b: i64 = int.from_bytes(digest[4:8], "big")
        self._c: i64 = int.from_bytes(digest[8:12], "big")
        # The all-zero state must be avoided, for the generator would never leave it.
        self._d: i64 = int.from_bytes(digest[12:16], "big") | 1

    def restart(self, key: int, number: int) -> None:
        """Go to the beginning of stream `number` of the family `key`.

        Quick, for searches that need millions of streams: two of four thousand million may be the same.

        Examples:
            >>> rng = Rng("")
            >>> rng.restart(7, 1)
            >>> [rng.below(6) for _ in range(8)]
            [2, 1, 4, 4, 0, 4, 4, 5]
        """
        # As an i64: Ctrl-C while larger integers are multiplied ends a compiled program for want of memory.
        low: i64 = number & LOW_BITS
        seed = scramble(scramble(key) + low * GOLDEN)
        self._a = scramble(seed + 1)
        self._b = scramble(seed + 2)
        self._c = scramble(seed + 3)
        self._d = scramble(seed + 4) | 1

    def word(self) -> i64:
        """Return the next 32 bits."""
        a = self._a
        b = self._b
        c = self._c
        d = self._d
        total: i64 = (a + d) & MASK
        result: i64 = (((total << 7) & MASK | total >> 25) + a) & MASK
        c ^= a
        d ^= b
        self._b = b ^ c
        self._a = a ^ d
        self._c = c ^ ((b << 9) & MASK)
        self._d = (d << 11) & MASK | d >> 21
        return result

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each equally likely; n is at most 2**31."""
        size: i64 = n
        product: i64 = self.word() * size
        if product & MASK < size:
            unfair: i64 = (MASK + 1 - size) % size
            while product & MASK < unfair:
                product = self.word() * size
        return product >> 32

    def die(self) -> int:
        """Return a face of a six-sided die, 1 to 6."""
        return self.below(6) + 1


class FairRng(Rng):
    """The stream of one fair roll: HMAC-SHA256 of the nonce, the roll's number and a block counter.

    Anyone who knows the secret can compute it with any HMAC tool: the words are the big-endian
    32-bit parts of block 0, then of block 1, and so on.
    """

    def __init__(self, secret: bytes, nonce: str, number: int) -> None:
        super().__init__("")
        self._secret = secret
        self._message = f"{nonce}:{number}"
        self._block = 0
        self._bytes = b""

    def word(self) -> i64:
        if not self._bytes:
            message = f"{self._message}:{self._block}".encode()
            self._bytes = hmac.new(self._secret, message, "sha256").digest()
            self._block += 1
        word = int.from_bytes(self._bytes[:4], "big")
        self._bytes = self._bytes[4:]
        return word
