"use strict";
// Checks the dice of a record: a second program, which shares no code with the one that rolled them. See docs/fair-dice.md.
// It needs no secure context, so it brings its own SHA-256. In a page it is `fairDice`; node can require it.

const fairDice = (() => {
  // --- SHA-256 and HMAC (FIPS 180-4, RFC 2104) ---------------------------------------------------------

  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  /** Returns the first 32 bits of the fractional part. */
  const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) >>> 0;
  const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const ROUND = primes.map((prime) => fraction(Math.cbrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function sha256(bytes) {
    const length = Math.ceil((bytes.length + 9) / 64) * 64;
    const padded = new Uint8Array(length);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(length - 4, bytes.length * 8);
    const hash = Uint32Array.from(START);
    const w = new Uint32Array(64);
    for (let block = 0; block < length; block += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + i * 4);
      for (let i = 16; i < 64; i++) {
        const early = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const late = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = w[i - 16] + early + w[i - 7] + late;
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
    }
    const digest = new Uint8Array(32);
    hash.forEach((word, i) => new DataView(digest.buffer).setUint32(i * 4, word));
    return digest;
  }

  function hmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(Uint8Array.of(...block.map((byte) => byte ^ 0x36), ...message));
    return sha256(Uint8Array.of(...block.map((byte) => byte ^ 0x5c), ...inner));
  }

  const utf8 = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const hash = (text) => hex(sha256(utf8(text)));

  function unhex(text) {
    if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error("The secret is not a hexadecimal number.");
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  }

  // --- Streams of random words ---------------------------------------------------------------------------

  /** Returns a number below n from words of 32 bits. Words that would make some numbers likelier are skipped. */
  function below(n, nextWord) {
    const size = BigInt(n);
    const unfair = 2n ** 32n % size;
    for (;;) {
      const product = BigInt(nextWord()) * size;
      if (product % 2n ** 32n >= unfair) return Number(product >> 32n);
    }
  }

  /** Yields the words of one roll of fair dice. */
  function fairWords(secret, nonce, roll) {
    let block = 0;
    let words = [];
    return () => {
      if (!words.length) {
        const view = new DataView(hmac(secret, utf8(`${nonce}:${roll}:${block++}`)).buffer);
        words = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => view.getUint32(at));
      }
      return words.shift();
    };
  }

  /** Yields the words of dice from a seed, one stream for the whole match: xoshiro128++. */
  function seedWords(seed) {
    const view = new DataView(sha256(utf8(seed)).buffer);
    let [a, b, c, d] = [0, 4, 8, 12].map((at) => view.getUint32(at));
    d |= 1;
    return () => {
      const word = (turn((a + d) | 0, 25) + a) >>> 0;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = turn(d, 21);
      return word;
    };
  }

  // --- Outcomes from numbers, game by game ----------------------------------------------------------------

  const KING_FACES = ["1", "2", "3", "claw", "energy", "heart"];

  /** Functions by kind of roll. Each takes `draw` (a number below n), the recorded outcome's words, and the record; it returns the words it should be. */
  const DICE = {
    "idle-six roll": (draw, words) => {
      const rolled = draw(6 ** words.length);
      return words.map((_, place) => String(Math.floor(rolled / 6 ** (words.length - 1 - place)) % 6 || 6));
    },
    "bitcoin-mining roll": (draw) => {
      const rolled = draw(36);
      return [String(Math.floor(rolled / 6) + 1), String((rolled % 6) + 1)];
    },
    "king-of-tokyo roll": (draw, words) => {
      const faces = words.map(() => draw(6)).sort((one, other) => one - other);
      return faces.map((face) => KING_FACES[face]);
    },
    "nomenklatura order": (draw, words, record) => {
      const seats = record.seats.map((_, seat) => String(seat + 1));
      return record.seats.map(() => seats.splice(draw(seats.length), 1)[0]);
    },
    "total-eclips roll": (draw, words, record, faces) => faces.map((die) => die[draw(die.length)]),
  };
  const CARDS = new Set(["bitcoin-mining draw", "king-of-tokyo reveal", "king-of-tokyo peek", "nomenklatura flip", "nomenklatura look", "total-eclips reveal"]);

  /** The piles of cards, as the record tells of them. */
  class Piles {
    constructor() {
      this.piles = [];
      this.order = new Map();
    }

    /** Returns the pile that a card is drawn from: a new one if the record names it, else the one that holds the card. */
    drawnFrom(card, named) {
      if (!named) {
        const pile = this.piles.find((cards) => cards.includes(card));
        if (!pile) throw new Error(`no pile holds ${card}.`);
        return pile;
      }
      // Otherwise somebody who knows the secret could lay out a pile in which the number finds the card they like.
      if (this.piles.some((cards) => cards.some((left) => named.includes(left)))) throw new Error("a new pile was named though the old one was not used up.");
      const ranks = named.map((each) => this.order.get(each)).filter((rank) => rank !== undefined);
      if (ranks.some((rank, place) => place && rank < ranks[place - 1])) throw new Error("the cards of a new pile are in another order than before.");
      for (const each of named) if (!this.order.has(each)) this.order.set(each, this.order.size);
      const pile = [...named];
      this.piles.push(pile);
      return pile;
    }
  }

  /** Computes the outcome of a roll again: its words, and each number with its bound. */
  function outcome(record, verb, words, nextWord, piles, named) {
    const numbers = [];
    const draw = (n) => {
      if (!(n >= 1 && n <= 2 ** 31)) throw new Error("there is nothing to draw from.");
      const number = below(n, nextWord);
      numbers.push({ number, below: n });
      return number;
    };
    const kind = `${record.game} ${verb}`;
    if (CARDS.has(kind)) {
      const pile = piles.drawnFrom(words[0], named?.[0]);
      const place = draw(pile.length);
      return { words: pile.splice(place, 1), numbers };
    }
    if (!DICE[kind]) throw new Error(`this program does not know what \`${verb}\` means in ${record.game}.`);
    return { words: DICE[kind](draw, words, record, named ?? []), numbers };
  }

  // --- A whole record -----------------------------------------------------------------------------------

  const CHANCE = /^\s*chance\s*:\s*(.*?)\s*$/;

  /** Returns every line of play: the one before each take-back, and the match as it ended. */
  function linesOfPlay(record) {
    let moves = record.moves;
    const lines = [moves];
    for (const { after, moves: undone } of [...(record.take_backs ?? [])].reverse()) {
      if (!(after >= (record.branch?.moves ?? 0) && after <= moves.length)) throw new Error(`Moves were taken back to move ${after}, which there never was.`);
      moves = [...moves.slice(0, after), ...undone];
      lines.unshift(moves);
    }
    return lines;
  }

  function checkLine(record, moves) {
    const { dice, secret, nonce = "", seed = "" } = record.chance;
    const bytes = dice === "fair" ? unhex(secret) : null;
    const stream = dice === "seed" ? seedWords(seed) : null;
    const piles = new Piles();
    const rolls = [];
    let given = 0;
    moves.forEach((line, index) => {
      const [, name] = line.match(CHANCE) ?? [];
      if (name === undefined) return;
      const roll = rolls.length + 1;
      const [verb, ...words] = name.split(/\s+/);
      const named = record.draws?.[given + roll]?.map((list) => list.split(" "));
      if (index < (record.branch?.moves ?? 0)) {
        // This roll belongs to the match that this one was branched from; it only changes the piles.
        given += 1;
        if (CARDS.has(`${record.game} ${verb}`)) {
          const pile = piles.drawnFrom(words[0], named?.[0]);
          pile.splice(pile.indexOf(words[0]), 1);
        }
        return;
      }
      try {
        const found = outcome(record, verb, words, stream ?? fairWords(bytes, nonce, roll), piles, named);
        if (found.words.join(" ") !== words.join(" ")) throw new Error(`the dice gave \`${[verb, ...found.words].join(" ")}\`.`);
        rolls.push({ roll, move: index + 1, name, numbers: found.numbers });
      } catch (error) {
        throw new Error(`Move ${index + 1}, \`${line}\` (roll ${roll}): ${error.message}`);
      }
    });
    return rolls;
  }

  function checkWords({ nonce = "", words = [], hashes = [] }) {
    if (words.length && words.filter(Boolean).join(" ") !== nonce) throw new Error("What was mixed into the dice is not what the players' words make.");
    if (hashes.length && hashes.length !== words.length) throw new Error("There are not as many words as hashes of words.");
    hashes.forEach((given, seat) => {
      if (given && words[seat] && hash(words[seat]) !== given) throw new Error(`The word of seat ${seat + 1} does not match the hash given before the start.`);
    });
  }

  /** Allowed keys of a record's dice, by kind: anything else would go unchecked. */
  const FIELDS = { seed: ["dice", "seed"], fair: ["dice", "commitment", "nonce", "words", "hashes", "secret"] };

  /** The claims of `proof.toml` that a page has `proved` of a sound record, and those `notProved`. */
  function claims(record, listed) {
    const { dice, nonce, secret } = record.chance;
    const { moves: given = 0, match, digest } = record.branch ?? {};
    const rolls = record.moves.slice(given).filter((line) => CHANCE.test(line)).length;
    const fair = dice === "fair";
    const facts = {
      over: record.result,
      digest: record.digest,
      "no digest": !record.digest,
      numbers: record.numbers,
      "no numbers": !record.numbers,
      fair: fair && secret,
      sealed: fair && !secret,
      seed: dice === "seed",
      typed: !fair && dice !== "seed",
      rolls,
      "no rolls": !rolls,
      words: fair && nonce,
      wordless: fair && !nonce,
      branch: record.branch,
    };
    const fill = { rolls, given, match: match ? `match ${match}` : "another match", with_digest: digest ? ` with the digest ${digest}` : "" };
    const shown = ({ by = "page", when = [] }) => by === "page" && when.every((fact) => facts[fact]);
    const trueOf = (kind) => listed[kind].filter(shown).map((claim) => ({ ...claim, text: claim.text.replace(/{(\w+)}/g, (_, name) => fill[name]) }));
    return { proved: trueOf("proved"), notProved: trueOf("not_proved") };
  }

  /** Checks the text of a record's file. Returns the findings with every roll of the match; throws an Error that says what is wrong. */
  function check(text) {
    const record = JSON.parse(text);
    const { dice, secret, commitment } = record.chance;
    if (record.quincunx !== 1) throw new Error("This program reads version 1 of records.");
    if (dice !== "fair" && dice !== "seed") throw new Error("These dice were typed in, and nobody can check them.");
    const more = Object.keys(record.chance).find((name) => !FIELDS[dice].includes(name));
    if (more) throw new Error(`A record whose dice are \`${dice}\` has no \`${more}\`.`);
    if (record.branch && record.branch.moves > record.moves.length - (record.result ? 1 : 0)) throw new Error("It says that more of its moves come from another match than can.");
    if (dice === "fair") {
      if (!secret) throw new Error("The secret of the dice is not out yet: it is shown when the match is over.");
      if (hex(sha256(unhex(secret))) !== commitment) throw new Error("The secret of the dice does not match the commitment made before the first roll.");
      checkWords(record.chance);
    }
    const lines = linesOfPlay(record).map((moves) => checkLine(record, moves));
    if (record.digest && hash(text.replace(`,\n "digest": "${record.digest}"`, "")) !== record.digest) {
      throw new Error("The record was changed after the match: its digest is not the one it carries.");
    }
    return { dice, commitment, digest: record.digest ?? "", takeBacks: lines.length - 1, rolls: lines.at(-1) };
  }

  return { check, claims, hash, sha256, hex, utf8 };
})();

if (typeof module !== "undefined") module.exports = fairDice;
