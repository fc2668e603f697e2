"use strict";
// Keeps this device's words for the dice: sends their hashes before the match begins, and reveals them when all words
// are in. Without this script words are sent openly.

/** Storage key of a word until it is revealed, by its hash. */
const wordOf = (hash) => `word:${hash}`;

/** Storage key of what this device was shown before it revealed its word. */
const notedOf = (match) => `noted:${match}`;

function randomWord() {
  return fairDice.hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** One line without control characters that could drive a terminal: the server takes no other word when it is revealed. */
function tidy(text) {
  const line = text.replace(/\s+/gu, " ").replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, "");
  return [...line.trim()].slice(0, 64).join("").replace(/ +/g, " ").trim();
}

/** Adds a hidden field with the hash of a word, which stays here, in place of one that the form was sent with before. */
function addHash(form, name, word) {
  const value = fairDice.hash(word);
  localStorage.setItem(wordOf(value), word);
  if (form.elements[name]) form.elements[name].remove();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

// Before a form is sent, each word is replaced by its hash and stays here. A person alone with bots gets a random word
// without being asked. A form that is sent again, after "Back", is for another match: there the word is known, so it gets a
// new one. The listener is on the window, since `ending.js` lets some forms come no further.
window.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form.dataset.ownWord !== undefined) addHash(form, "hash", randomWord());
    if (form.dataset.words === undefined) return;
    for (const field of form.querySelectorAll("[data-word]")) {
      field.dataset.name ||= field.name;
      addHash(form, field.dataset.name.replace("word", "hash"), tidy(field.value) || randomWord());
      field.removeAttribute("name");
      field.value = "";
    }
  },
  true,
);

async function post(action, fields) {
  const csrf = document.querySelector("[name=csrf]")?.value ?? "";
  await fetch(action, { method: "POST", body: new URLSearchParams({ csrf, ...fields }), headers: { Accept: "application/json" } });
}

/** Reveals our words when all are in; when time is up, begins without the missing ones. */
async function revealWords(notice) {
  const match = document.getElementById("match").dataset.match;
  // Somebody who knows our word could choose another to fit. So we note what was fixed before; `check_dice.js` compares it with the record.
  const { commitment, hashes } = notice.dataset;
  if (!localStorage.getItem(notedOf(match))) localStorage.setItem(notedOf(match), JSON.stringify({ commitment, hashes }));
  for (const seat of notice.dataset.reveal.split(" ")) {
    const word = localStorage.getItem(wordOf(hashes.split(",")[seat - 1]));
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
