// The page of a match: replaces its parts with what the server sends. Focus, scroll position, open folds and picks stay.

export const match = document.getElementById("match");
export const address = `/m/${match.dataset.match}`;

/** The last content that the server sent of each part, to find changes. */
const given = new Map();

for (const part of match.querySelectorAll("[data-swap]")) given.set(part.id, part.outerHTML);

export function redraw(fresh) {
  const focus = rememberFocus();
  const samePosition = String(fresh.at) === match.dataset.at && !isOtherSeat(fresh);
  for (const html of Object.values(fresh.parts)) place(read(html).firstElementChild, samePosition);
  for (const name of ["at", "takeBacks", "phase", "title", "seat", "yourMove", "yourRoll"]) {
    if (fresh[name] === null || fresh[name] === false) delete match.dataset[name];
    else match.dataset[name] = fresh[name] === true ? "" : fresh[name];
  }
  restoreFocus(focus);
}

/** Updates parts that do not depend on the position, while later positions wait: talk, and answers to questions. */
export function redrawAside(fresh) {
  for (const html of Object.values(fresh.parts)) {
    // Most parts have none: do not parse the board twice.
    if (!html.includes("data-aside")) continue;
    for (const aside of read(html).querySelectorAll("[data-aside]")) place(aside, true);
  }
}

function read(html) {
  return new DOMParser().parseFromString(html, "text/html").body;
}

function place(part, samePosition) {
  if ("append" in part.dataset) append(part);
  else swap(part, samePosition);
}

/** Whether a later answer arrived before this one. Each seat has a count of its own. */
export function isOlder(fresh) {
  if (isOtherSeat(fresh)) return false;
  const takenBack = fresh.takeBacks - match.dataset.takeBacks;
  return takenBack < 0 || (takenBack === 0 && fresh.at < match.dataset.at);
}

function isOtherSeat(fresh) {
  return String(fresh.seat ?? "") !== (match.dataset.seat ?? "");
}

function swap(part, samePosition) {
  const old = document.getElementById(part.id);
  const content = part.outerHTML;
  if (!old || given.get(part.id) === content) return;
  if ("swap" in part.dataset) given.set(part.id, content);
  else given.delete(old.closest("[data-swap]").id); // Only this region of it is new.
  for (const details of part.querySelectorAll("details[id]")) {
    const shown = document.getElementById(details.id);
    if (shown) details.open = shown.open;
  }
  for (const field of old.querySelectorAll("input:not([type=hidden])")) {
    const picked = field.type === "checkbox" || field.type === "radio";
    const touched = picked ? field.checked && (samePosition || "keep" in field.dataset) : field.value !== field.defaultValue;
    const twin = touched && [...part.querySelectorAll("input")].find((one) => isTwin(one, field, picked));
    if (twin && picked) twin.checked = true;
    else if (twin) twin.value = field.value;
  }
  const scrolled = [...old.querySelectorAll(".scroll")].map((one) => [one.scrollLeft, one.scrollTop]);
  old.replaceWith(document.adoptNode(part));
  part.querySelectorAll(".scroll").forEach((one, index) => one.scrollTo(...(scrolled[index] ?? [0, 0])));
}

function isTwin(one, field, picked) {
  return one.name === field.name && one.type === field.type && one.form?.action === field.form?.action && (!picked || one.value === field.value);
}

/** Adds new lines, so that a screen reader reads only those. The server sends the lines after a given move. */
function append(list) {
  const old = document.getElementById(list.id);
  if (!old) return;
  const atEnd = old.scrollHeight - old.scrollTop - old.clientHeight < 40;
  const lines = [...list.children];
  const shown = [...old.children].filter((line) => Number(line.dataset.line) > Number(list.dataset.from));
  const same = shown.every((line, index) => lines[index]?.textContent === line.textContent);
  if (!same) for (const line of shown) line.remove();
  const fresh = lines.slice(same ? shown.length : 0);
  old.append(...fresh);
  if (atEnd) old.scrollTop = old.scrollHeight;
  if (fresh.length) old.dispatchEvent(new CustomEvent("news", { bubbles: true }));
}

function rememberFocus() {
  const element = document.activeElement;
  if (!element || !match.contains(element)) return null;
  const part = element.closest("[data-swap]");
  return { element, part: part?.id, name: nameOf(element) };
}

/** Returns how to find a control again after its part was replaced. */
function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset.move) return `[data-move="${CSS.escape(element.dataset.move)}"]`;
  if (element.name) return `${element.localName}[name="${element.name}"][value="${CSS.escape(element.value)}"]`;
  if (element.localName === "summary") return `#${CSS.escape(element.parentElement.id || "none")} > summary`;
  return "";
}

/** If the control is gone, focus goes to the question. */
function restoreFocus(focus) {
  if (!focus || focus.element.isConnected) return;
  const part = document.getElementById(focus.part);
  const twin = focus.name ? part?.querySelector(focus.name) : null;
  twin?.focus({ preventScroll: true });
  // It may be there and not take focus: a button that cannot be pressed now, or one on the board's other face.
  if (document.activeElement === document.body) document.getElementById("question-area").focus({ preventScroll: true });
}

export function toast(text) {
  const line = document.createElement("p");
  line.className = "toast";
  line.textContent = text;
  document.getElementById("toasts").replaceChildren(line);
  setTimeout(() => line.remove(), 6000);
}
