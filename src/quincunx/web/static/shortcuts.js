// Keyboard shortcuts: every move in at most four keys. `?` lists them.

import { isOn } from "./settings.js";

const LIST = [
  ["1 to 9", "pick or drop the first, second … thing that can be picked, 0 the tenth; or write a bid"],
  ["i", "pick all others instead"],
  ["Enter", "the button that stands out"],
  ["f", "a letter on everything that can be pressed; then that letter"],
  ["n", "skip to my move"],
  ["r", "roll my dice"],
  ["m", "my moves in words"],
  ["l", "the log"],
  ["t", "talk"],
  ["?", "this list"],
];
const LETTERS = "asdghjklqweuiopzxcvb";
const PRESSED = ":is(.table, .question-area) :is(button:not(:disabled), [data-move]), #ending a, #ending button";

let labels = null;

export function offerShortcuts({ skip, sheet }) {
  document.querySelector("[data-shortcuts]").addEventListener("click", list);
  const press = (selector) => visible(selector)[0]?.click();
  const keys = {
    i: () => picks().forEach((one) => one.type === "checkbox" && one.click()),
    f: label,
    n: skip,
    r: () => press("[data-roll]"),
    m: () => open("moves"),
    l: () => sheet("log-panel"),
    t: () => (sheet("talk-panel"), document.querySelector(".talk-form input")?.focus()),
    "?": list,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isOn("keys")) return;
    if (event.target.closest?.("input:not([type=checkbox], [type=radio]), select, textarea, dialog")) return;
    if (!labels && /^[0-9]$/.test(event.key) && !picks().length) return write();
    const known = labels ? () => choose(event.key) : keys[event.key] ?? (/^[0-9]$/.test(event.key) ? () => picks()[(Number(event.key) + 9) % 10]?.click() : null);
    const isFree = !document.activeElement?.closest("button, a, summary, [data-move], [tabindex='0']");
    const run = known ?? (event.key === "Enter" && isFree ? () => press("#state .primary, #decision .primary, #board .primary") : null);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

function visible(selector) {
  return [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
}

function picks() {
  return visible(".pick input");
}

/** Puts a typed digit into the field that asks for a number. */
function write() {
  const field = visible("#decision input[type=number]")[0];
  field?.focus();
  field?.select();
}

function open(id) {
  const part = document.getElementById(id);
  if (!part) return;
  for (const fold of [part, ...part.querySelectorAll("details")]) if ("open" in fold) fold.open = true;
  (part.querySelector("button") ?? part).focus();
}

/** Puts a letter on everything that can be pressed. */
function label() {
  const found = visible(PRESSED).filter((one) => !one.closest("details:not([open])"));
  const double = found.length > LETTERS.length;
  const word = (number) => (double ? LETTERS[Math.floor(number / LETTERS.length)] : "") + LETTERS[number % LETTERS.length];
  labels = { typed: "", words: new Map(found.slice(0, LETTERS.length ** 2).map((one, number) => [word(number), one])), shown: [] };
  for (const [letters, one] of labels.words) {
    const { x, y } = one.getBoundingClientRect();
    const sign = document.body.appendChild(document.createElement("kbd"));
    sign.className = "key-label";
    sign.textContent = letters;
    sign.style.left = `${x + scrollX}px`;
    sign.style.top = `${y + scrollY}px`;
    labels.shown.push(sign);
  }
}

function choose(key) {
  if (key === "Shift") return;
  const typed = labels.typed + key;
  const target = labels.words.get(typed);
  if (!target && [...labels.words.keys()].some((word) => word.startsWith(typed))) return (labels.typed = typed);
  for (const sign of labels.shown) sign.remove();
  labels = null;
  // A shape on the board is no button and has no click of its own.
  target?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

function list() {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.className = "panel question";
  dialog.setAttribute("aria-labelledby", "keys-title");
  dialog.innerHTML = '<h2 id="keys-title">Keyboard shortcuts</h2><dl class="keys"></dl><form method="dialog"><button class="primary" autofocus>Close</button></form>';
  for (const [key, meaning] of LIST) {
    const name = document.createElement("dt");
    name.appendChild(document.createElement("kbd")).textContent = key;
    const text = document.createElement("dd");
    text.textContent = meaning;
    dialog.querySelector("dl").append(name, text);
  }
  const focused = document.activeElement;
  dialog.addEventListener("close", () => (dialog.remove(), focused?.focus({ preventScroll: true })));
  dialog.showModal();
}
