"use strict";
// Keeps the page of a match up to date. Without it everything works by forms and reloading.

const match = document.getElementById("match");
const address = `/m/${match.dataset.match}`;
/** How many milliseconds a move may take from the answer to the page. */
const PATIENCE = 1500;
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

// --- What the server sends takes the place of what was shown ---------------------------------------

/** The last content the server gave for each part, to tell what is new. */
const given = new Map();

for (const part of match.querySelectorAll("[data-swap]")) given.set(part.id, part.outerHTML);

/** Bring the page up to date: swap what is new, keep focus, scroll, what is open and what is picked. */
function show(fresh) {
  if (isOlder(fresh)) return;
  const wasMyMove = "yourMove" in match.dataset;
  const before = values();
  const focus = rememberFocus();
  const samePosition = String(fresh.at) === match.dataset.at && !isOtherSeat(fresh);
  for (const html of Object.values(fresh.parts)) {
    const part = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    if ("append" in part.dataset) append(part);
    else swap(part, samePosition);
  }
  for (const name of ["at", "takeBacks", "phase", "title", "seat", "yourMove"]) {
    if (fresh[name] === null || fresh[name] === false) delete match.dataset[name];
    else match.dataset[name] = fresh[name] === true ? "" : fresh[name];
  }
  restoreFocus(focus);
  dressUp();
  showChanges(before);
  document.title = match.dataset.title;
  if (!wasMyMove && "yourMove" in match.dataset) chime();
  seen();
}

/** Whether an answer was overtaken by a later one on its way here. Each seat has a count of its own. */
function isOlder(fresh) {
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

/** Add the lines that are new, so that a screen reader reads only those. The server sends those after a certain move. */
function append(list) {
  const old = document.getElementById(list.id);
  if (!old) return;
  const atEnd = old.scrollHeight - old.scrollTop - old.clientHeight < 40;
  const lines = [...list.children];
  const shown = [...old.children].filter((line) => Number(line.dataset.line) > Number(list.dataset.from));
  const same = shown.every((line, index) => lines[index]?.textContent === line.textContent);
  if (!same) for (const line of shown) line.remove();
  old.append(...lines.slice(same ? shown.length : 0));
  if (atEnd) old.scrollTop = old.scrollHeight;
}

function rememberFocus() {
  const element = document.activeElement;
  if (!element || !match.contains(element)) return null;
  const part = element.closest("[data-swap]");
  return { element, part: part?.id, name: nameOf(element) };
}

/** How to find a control again after its part was swapped. */
function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset.move) return `[data-move="${CSS.escape(element.dataset.move)}"]`;
  if (element.name) return `${element.localName}[name="${element.name}"][value="${CSS.escape(element.value)}"]`;
  if (element.localName === "summary") return `#${CSS.escape(element.parentElement.id || "none")} > summary`;
  return "";
}

function restoreFocus(focus) {
  if (!focus || focus.element.isConnected) return;
  const part = document.getElementById(focus.part);
  const twin = focus.name && part?.querySelector(focus.name);
  (twin || document.getElementById("moves") || part)?.focus({ preventScroll: true });
}

// --- What just happened is shown where it happened ------------------------------------------------

function values() {
  const found = new Map();
  for (const element of match.querySelectorAll("[data-key]")) {
    found.set(element.dataset.key, element.dataset.value ?? element.dataset.count);
  }
  return found;
}

function showChanges(before) {
  for (const element of match.querySelectorAll("[data-key]")) {
    const { key, value, count } = element.dataset;
    const old = before.get(key);
    if (old === undefined ? !("appears" in element.dataset) : old === (value ?? count)) continue;
    element.classList.add("changed");
    element.addEventListener("animationend", () => element.classList.remove("changed"), { once: true });
    if (count !== undefined) rise(element, Number(count) - Number(old), Number(element.dataset.base ?? 10));
  }
}

/** "+3" rises from an element. */
function rise(element, change, base) {
  if (!change || Number.isNaN(change)) return;
  const place = element.getBoundingClientRect();
  const word = document.createElement("span");
  word.className = change < 0 ? "gain loss" : "gain";
  word.setAttribute("aria-hidden", "true");
  const digits = Math.abs(change).toString(base).replace(/\B(?=(\d{3})+$)/g, ",");
  word.textContent = `${change < 0 ? "−" : "+"}${digits}`;
  word.style.left = `${Math.min(place.left + place.width / 2, document.documentElement.clientWidth - 30) + scrollX}px`;
  word.style.top = `${place.top + scrollY}px`;
  document.body.append(word);
  setTimeout(() => word.remove(), 1800);
}

function toast(text) {
  const line = document.createElement("p");
  line.className = "toast";
  line.textContent = text;
  document.getElementById("toasts").append(line);
  setTimeout(() => line.remove(), 6000);
}

// --- Forms and moves are sent without leaving the page ----------------------------------------------

/** Send a form; what the server answers, or null after saying why it was refused. */
async function send(action, fields) {
  match.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(action, { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" } });
    const said = await answer.json();
    if (answer.ok) return said;
    toast(said.error);
    refresh();
  } catch {
    toast("The server cannot be reached. Try again in a moment.");
  } finally {
    match.removeAttribute("aria-busy");
  }
  return null;
}

/** Whether a move is on its way: a second press is the same press. */
let moving = false;

async function sendMove(form, extra) {
  if (moving) return;
  moving = true;
  const fields = new FormData(form, extra instanceof HTMLElement ? extra : undefined);
  if (typeof extra === "string") fields.append("move", extra);
  fields.set("request", crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`);
  let made = await send(form.action, fields);
  if (made?.confirm && (await confirmed(made.confirm))) {
    fields.set("confirmed", "1");
    made = await send(form.action, fields);
  }
  if (made?.move) {
    // Where several people share the screen, the page's address says who sits there.
    if (isShared) history.replaceState(null, "", `?seat=${made.seat}`);
    await untilShown(made);
  }
  moving = false;
}

/** Ask whether a move is meant; Escape says no. */
function confirmed(question) {
  const dialog = document.createElement("dialog");
  dialog.className = "panel question";
  dialog.setAttribute("aria-labelledby", "question");
  dialog.innerHTML = '<form method="dialog"><p id="question"></p><div class="row"><button class="primary" value="yes" autofocus>Yes</button><button value="no">No</button></div></form>';
  dialog.querySelector("p").textContent = question;
  const focused = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      focused?.focus({ preventScroll: true });
      answer(dialog.returnValue === "yes");
    });
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  const action = new URL(button?.hasAttribute("formaction") ? button.formAction : form.action);
  if (form.method !== "post" || !action.pathname.startsWith(`${address}/`)) return;
  event.preventDefault();
  if (action.pathname === `${address}/move`) {
    if (picksEnough(event.submitter, form)) sendMove(form, event.submitter);
    return;
  }
  send(action, new FormData(form, button)).then((done) => {
    if (!done) return;
    if (form.isConnected) form.reset();
    // The line that is open still draws the page as it was wanted before.
    if (action.pathname === `${address}/look`) listen();
    else if (isShared || events.readyState !== EventSource.OPEN) refresh();
  });
});

/** Whether as many things are picked as the verb wants; if not, say what to do first. */
function picksEnough(button, form) {
  if (!button?.dataset.picks) return true;
  const [low, high = low] = button.dataset.picks.split("-").map(Number);
  const picked = [...form.elements].filter((one) => one.checked).length;
  if (picked >= low && picked <= high) return true;
  toast(button.dataset.hint || `Pick ${button.dataset.picks} first.`);
  return false;
}

function press(event) {
  const place = event.target.closest?.("[data-move]");
  if (!place) return;
  event.preventDefault();
  sendMove(document.getElementById("move"), place.dataset.move);
}

match.addEventListener("click", press);
match.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") press(event);
});

// --- Live: the server sends what is new ----------------------------------------------------------------

const isShared = "several" in match.dataset;
let events = null;

function listen() {
  events?.close();
  const { cursor, have } = match.dataset;
  const line = new EventSource(`${address}/events?${new URLSearchParams(cursor ? { last: cursor, have } : {})}`);
  events = line;
  // They tell of the page as it was loaded. From now on the browser says itself where it was.
  delete match.dataset.cursor;
  line.onopen = () => lost(false);
  line.addEventListener("page", (event) => show(JSON.parse(event.data)));
  line.addEventListener("look", () => refresh());
  line.onerror = () => {
    lost(true);
    if (line.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
}

let refreshing = null;
let isStale = false;

/** Ask for the page's parts: for a screen that several people share, and where the line is down. */
function refresh() {
  isStale = true;
  refreshing ??= refreshNow().finally(() => (refreshing = null));
  return refreshing;
}

async function refreshNow() {
  while (isStale) {
    isStale = false;
    try {
      const answer = await fetch(`${address}/part${location.search}`, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const fresh = await answer.json();
      if (fresh.cover) location.reload();
      else show(fresh);
      lost(false);
    } catch {
      lost(true);
      isStale = true;
      await new Promise((resume) => setTimeout(resume, 2000));
    }
  }
}

/** Called whenever something new is shown. */
let seen = () => {};

/** Wait until the page shows a move that was made; ask for it if it does not come by itself. */
async function untilShown({ at }) {
  if (isShared) return refresh();
  const shown = new Promise((done) => {
    seen = () => Number(match.dataset.at) >= at && done(true);
    seen();
    setTimeout(done, PATIENCE);
  });
  if (!(await shown)) await refresh();
}

function lost(isLost) {
  let line = document.querySelector(".lost-line");
  if (!isLost) {
    line?.remove();
  } else if (!line) {
    line = document.createElement("p");
    line.className = "lost-line";
    line.setAttribute("role", "alert");
    line.textContent = "The line to the server is down. Trying again…";
    document.body.prepend(line);
  }
}

// --- "Your move", softly ---------------------------------------------------------------------------------

let audio = null;
let muted = localStorage.getItem("muted") === "yes";

// Browsers let a page sound only after it was touched.
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => (audio ??= window.AudioContext ? new AudioContext() : null), { once: true });
}

function chime() {
  if (muted || !audio) return;
  [523.25, 659.25].forEach((pitch, index) => {
    const start = audio.currentTime + index * 0.14;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.07, start + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-mute], [data-copy]");
  if (!button) return;
  if ("mute" in button.dataset) {
    muted = !muted;
    localStorage.setItem("muted", muted ? "yes" : "no");
    dressUp();
  } else {
    document.getElementById(button.dataset.copy).select();
    // The newer way is closed to pages that come without HTTPS, as they do in a home network.
    if (document.execCommand("copy")) toast("Copied.");
  }
});

// --- What only a script can offer is shown only with one --------------------------------------------------

function dressUp() {
  for (const button of match.querySelectorAll("[data-mute], [data-copy]")) button.hidden = false;
  for (const button of match.querySelectorAll("[data-mute]")) {
    button.setAttribute("aria-pressed", String(!muted));
    button.textContent = muted ? "Sound is off" : "Sound is on";
  }
}

setInterval(() => {
  for (const clock of match.querySelectorAll(".clock[data-seconds]")) {
    const left = Math.max(0, Number(clock.dataset.seconds) - 1);
    clock.dataset.seconds = left;
    clock.textContent = left >= 60 ? `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}` : `${Math.floor(left)} s`;
    clock.classList.toggle("hurry", left < 10 && !calm.matches);
  }
}, 1000);

dressUp();
for (const list of document.querySelectorAll("[data-append]")) list.scrollTop = list.scrollHeight;
listen();
window.addEventListener("online", () => refresh());
window.addEventListener("offline", () => lost(true));
