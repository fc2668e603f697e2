"use strict";
// Keeps this device's words for the dice: gives their hashes before the match begins, and reveals them when all words are in.
// Without it a word is sent openly.

/** Where the word of a seat is kept until it is revealed. */
const wordOf = (match, seat) => `word:${match}:${seat}`;

/** Where this device notes what it was shown before it revealed its word. */
const notedOf = (match) => `noted:${match}`;

function randomWord() {
  return fairDice.hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** One line without characters that could drive a terminal: the server takes no other word when it is revealed. */
function tidy(text) {
  const line = text.replace(/\s+/gu, " ").replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, "");
  return [...line.trim()].slice(0, 64).join("").replace(/ +/g, " ").trim();
}

/** Before a form is sent: each word stays here, and its hash goes in its place. */
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.dataset.words) return;
    for (const field of form.querySelectorAll("[data-word]")) {
      const word = tidy(field.value) || randomWord();
      localStorage.setItem(wordOf(form.dataset.words, field.dataset.word), word);
      const hash = document.createElement("input");
      hash.type = "hidden";
      hash.name = field.name.replace("word", "hash");
      hash.value = fairDice.hash(word);
      field.removeAttribute("name");
      field.after(hash);
    }
  },
  true,
);

async function post(action, fields) {
  const csrf = document.querySelector("[name=csrf]")?.value ?? "";
  await fetch(action, { method: "POST", body: new URLSearchParams({ csrf, ...fields }), headers: { Accept: "application/json" } });
}

/** Where all words are in: reveal ours, and when the time is up, begin without those that are missing. */
async function revealWords(notice) {
  const match = document.getElementById("match").dataset.match;
  // Whoever knows our word could choose another to fit. So we note what was fixed before; `check_dice.js` compares it with the record.
  const { commitment, hashes } = notice.dataset;
  if (!localStorage.getItem(notedOf(match))) localStorage.setItem(notedOf(match), JSON.stringify({ commitment, hashes }));
  for (const seat of notice.dataset.reveal.split(" ")) {
    const word = localStorage.getItem(wordOf(match, seat));
    if (word) await post(`/m/${match}/word`, { [`word-${seat}`]: word });
  }
  const seconds = Number(notice.dataset.revealIn);
  setTimeout(() => notice.isConnected && post(`/m/${match}/start`, {}), (seconds + 1) * 1000);
}

const revealed = new WeakSet();

function lookForWords() {
  const notice = document.querySelector("[data-reveal]");
  if (!notice || revealed.has(notice)) return;
  revealed.add(notice);
  revealWords(notice);
}

lookForWords();
new MutationObserver(lookForWords).observe(document.getElementById("main"), { childList: true, subtree: true });
