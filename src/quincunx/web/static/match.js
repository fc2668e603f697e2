// Keeps the page of a match up to date. Without this script everything works by forms and reloading.

import { callToMove } from "./call.js";
import { face, offerFaces } from "./faces.js";
import { play, remember } from "./motion.js";
import { arrive, forget, skip, startPace } from "./pace.js";
import { address, isOlder, match, redraw, toast } from "./page.js";
import { offerSettings } from "./settings.js";
import { offerSheets, sheet } from "./sheets.js";
import { offerShortcuts } from "./shortcuts.js";
import { offerTips, reachTips } from "./tips.js";
import { keepTouring, offerTour } from "./tour.js";

/** Milliseconds that a move may take from the server's answer to the page. */
const PATIENCE = 1500;
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Brings the page up to date. `late` is how many seconds ago the server sent it. */
function show(fresh, late = 0) {
  if (isOlder(fresh)) return;
  const wasMyMove = "yourMove" in match.dataset;
  const wasOver = match.dataset.phase === "over";
  const before = remember(match);
  redraw(fresh);
  for (const clock of match.querySelectorAll("#clock .clock")) tick(clock, late);
  dressUp();
  play(match, before);
  document.title = match.dataset.title;
  if (!wasMyMove && "yourMove" in match.dataset) callToMove(match.dataset.title);
  if (!wasOver && match.dataset.phase === "over") document.getElementById("the-end").focus();
  keepTouring(match, fresh.own);
  pressAlone();
}

// --- Forms and moves are sent without leaving the page ----------------------------------------------

/** Sends a form. Returns the server's answer, or null after showing why it was refused. */
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

/** The position that a move was sent from, until it is answered: a second press there repeats the first. A press on the
 * next position counts, even if that is shown before the answer is here. */
let sentFrom = "";

function position() {
  const { seat, takeBacks, at } = match.dataset;
  return `${seat}.${takeBacks}.${at}`;
}

async function sendMove(form, extra) {
  const from = position();
  if (sentFrom === from) return;
  sentFrom = from;
  const fields = new FormData(form, extra instanceof HTMLElement ? extra : undefined);
  if (typeof extra === "string") fields.append("move", extra);
  fields.set("request", crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`);
  let made = await send(form.action, fields);
  if (made?.confirm && (await confirmed(made.confirm))) {
    fields.set("confirmed", "1");
    made = await send(form.action, fields);
  }
  if (made?.move) {
    // On a shared screen, the page's address says who sits there.
    if (isShared) history.replaceState(null, "", `?seat=${made.seat}`);
    await untilShown(made);
  }
  if (sentFrom === from) sentFrom = "";
  pressAlone();
}

/** Asks whether a move is meant; Escape says no. */
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

/** Presses what `data-auto` marks, for people who do not want to be asked. */
function pressAlone() {
  setTimeout(() => sentFrom || match.querySelector("#decision [data-auto]")?.click());
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  const action = new URL(button?.hasAttribute("formaction") ? button.formAction : form.action);
  if (form.method !== "post" || !action.pathname.startsWith(`${address}/`)) return;
  event.preventDefault();
  if (action.pathname === `${address}/move`) {
    sendMove(form, event.submitter);
    return;
  }
  send(action, new FormData(form, button)).then((done) => {
    if (!done) return;
    if (form.isConnected) form.reset();
    // The open stream still draws the page with the old settings.
    if (action.pathname === `${address}/look`) listen();
    else if (isShared || events.readyState !== EventSource.OPEN) refresh();
  });
});

/** Makes the verbs dead that take another number of things than is picked, or other things. */
function fitPicks() {
  for (const button of match.querySelectorAll("button[data-picks]")) {
    const [low, high = low] = button.dataset.picks.split("-").map(Number);
    const among = button.dataset.among?.split(" ");
    const picked = [...button.form.elements].filter((one) => one.checked).map((one) => one.value);
    const isFocused = button === document.activeElement;
    button.disabled = picked.length < low || picked.length > high || (!!among && !picked.every((word) => among.includes(word)));
    // A dead button holds no focus, and keys would begin at the top again.
    if (isFocused && button.disabled) document.getElementById("question-area").focus({ preventScroll: true });
  }
}

match.addEventListener("change", fitPicks);

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
  // They describe the page as it was loaded. On reconnecting the browser sends its own position.
  delete match.dataset.cursor;
  line.onopen = () => lost(false);
  line.addEventListener("page", (event) => {
    const fresh = JSON.parse(event.data);
    arrive(fresh);
    arrived(fresh.at);
  });
  line.addEventListener("look", () => refresh());
  line.onerror = () => {
    lost(true);
    if (line.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
}

let refreshing = null;
let isStale = false;

/** Asks for the page's parts: for a screen that several people share, and while the stream is down. */
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
      forget();
      show(fresh);
      arrived(fresh.at);
      lost(false);
    } catch {
      lost(true);
      isStale = true;
      await new Promise((resume) => setTimeout(resume, 2000));
    }
  }
}

/** Called whenever an update has come. */
let arrived = () => {};

/** Waits until a move has come by the stream; asks for it if it does not. */
async function untilShown({ at }) {
  if (isShared) return refresh();
  const came = new Promise((done) => {
    arrived = (now) => now >= at && done(true);
    arrived(Number(match.dataset.at));
    setTimeout(done, PATIENCE);
  });
  if (!(await came)) await refresh();
}

function lost(isLost) {
  let line = document.querySelector(".lost-line");
  if (!isLost) {
    line?.remove();
  } else if (!line) {
    line = document.createElement("p");
    line.className = "lost-line";
    line.setAttribute("role", "alert");
    line.textContent = "Connection lost. Trying again…";
    document.body.prepend(line);
  }
}

// --- Controls that need a script stay hidden without one --------------------------------------------------

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  document.getElementById(button.dataset.copy).select();
  // The clipboard API is missing without HTTPS, as in a home network.
  if (document.execCommand("copy")) toast("Copied.");
});

/** Marks what the best hint speaks of: dice, cards, places. */
function markHint() {
  for (const one of match.querySelectorAll(".hinted")) one.classList.remove("hinted");
  const [move] = match.querySelector(".hints button")?.value.split("; ") ?? [];
  for (const one of move ? match.querySelectorAll(":is(#board, #decision) :is([name=move], [data-move])") : []) {
    const word = one.dataset.move ?? one.value;
    const pick = one.closest(".pick");
    if (pick ? move.split(" ").slice(1).includes(word) : word === move) (pick ?? one).classList.add("hinted");
  }
}

function dressUp() {
  for (const button of match.querySelectorAll("[data-copy], [data-roll]")) button.hidden = false;
  face();
  fitPicks();
  markHint();
  reachTips(match);
}

function tick(clock, seconds) {
  const left = Math.max(0, Number(clock.dataset.seconds) - seconds);
  clock.dataset.seconds = left;
  clock.textContent = left >= 60 ? `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}` : `${Math.floor(left)} s`;
  clock.classList.toggle("hurry", left < 10 && !calm.matches);
  const twin = match.querySelector(`.player-tag[data-seat="${clock.dataset.seat}"] .clock`);
  if (twin) twin.textContent = clock.textContent;
}

setInterval(() => {
  for (const clock of match.querySelectorAll(".clock[data-seconds]")) tick(clock, 1);
}, 1000);

startPace(show);
offerSettings();
offerSheets();
offerFaces();
offerShortcuts({ skip, sheet });
offerTips(match.dataset.game);
dressUp();
offerTour(match);
for (const list of document.querySelectorAll("[data-append]")) list.scrollTop = list.scrollHeight;
listen();
pressAlone();
window.addEventListener("online", () => refresh());
window.addEventListener("offline", () => lost(true));
