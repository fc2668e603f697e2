"use strict";
// Keeps this device's words for the dice: sends their hashes before the match begins, and reveals them when all words
// are in. Without this script words are sent openly.

/** Storage key of a word until it is revealed, by its hash. */
const wordOf = (hash) => `word:${hash}`;

/** Storage key of what this device was shown before it revealed its word. */
const notedOf = (match) => `noted:${match}`;

const NEXT_WORD = "quincunx-word";

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

// Before a form is sent, each word is replaced by its hash and stays here. A form that is sent again, after "Back", is for
// another match: there the word is known, so it gets a new one.
window.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form.dataset.ownWord !== undefined) {
      event.preventDefault();
      event.stopImmediatePropagation();
      open(form);
    }
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

/** Opens a match. A person alone with bots gets a word without being asked: what they chose for it, if anything, and what
 * nobody can guess. It is revealed before the match is shown, so that no other page comes between. */
async function open(form) {
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  const word = tidy(`${localStorage.getItem(NEXT_WORD) ?? ""} ${randomWord()}`);
  addHash(form, "hash", word);
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
    const { id, commitment, hashes, reveal } = await answer.json();
    if (!id) throw new Error("refused");
    if (reveal) await revealOne(id, { commitment, hashes: hashes.join(",") }, reveal);
    location.assign(`/m/${id}`);
  } catch {
    addHash(form, "hash", randomWord()); // The other one may be known by now.
    form.submit(); // The page that comes says what is wrong.
  }
}

// A page that comes back by "Back" can be pressed again.
window.addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach((form) => (form.ariaBusy = null)));

async function post(action, fields) {
  const csrf = document.querySelector("[name=csrf]")?.value ?? "";
  await fetch(action, { method: "POST", body: new URLSearchParams({ csrf, ...fields }), headers: { Accept: "application/json" } });
}

/** Reveals our word of one seat. */
async function revealOne(match, { commitment, hashes }, seat) {
  // Somebody who knows our word could choose another to fit. So we note what was fixed before; `check_dice.js` compares it with the record.
  if (!localStorage.getItem(notedOf(match))) localStorage.setItem(notedOf(match), JSON.stringify({ commitment, hashes }));
  const word = localStorage.getItem(wordOf(hashes.split(",")[seat - 1]));
  if (word) await post(`/m/${match}/word`, { [`word-${seat}`]: word });
}

/** Reveals our words when all are in; when time is up, begins without the missing ones. */
async function revealWords(notice) {
  const match = document.getElementById("match").dataset.match;
  for (const seat of notice.dataset.reveal.split(" ")) await revealOne(match, notice.dataset, seat);
  const seconds = Number(notice.dataset.revealIn);
  setTimeout(() => notice.isConnected && post(`/m/${match}/start`, {}), (seconds + 1) * 1000);
}

document.addEventListener("change", ({ target }) => target.closest("[data-next-word]") && localStorage.setItem(NEXT_WORD, tidy(target.value)));

const revealed = new WeakSet();

function lookForWords() {
  for (const field of document.querySelectorAll("[data-next-word][hidden]")) {
    field.hidden = false;
    field.querySelector("input").value = localStorage.getItem(NEXT_WORD) ?? "";
  }
  const notice = document.querySelector("[data-reveal]");
  if (!notice || revealed.has(notice)) return;
  revealed.add(notice);
  revealWords(notice);
}

lookForWords();
new MutationObserver(lookForWords).observe(document.getElementById("main"), { childList: true, subtree: true });
