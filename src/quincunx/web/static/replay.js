// Replays a finished match without reloading: play and pause, speed, slider, keys; the log follows.

import { play as showChanges, remember } from "./motion.js";
import { standAt } from "./marks.js";
import { offerTips, reachTips } from "./tips.js";

const steps = document.getElementById("steps");
const board = document.getElementById("board");
const log = document.getElementById("log");
const seek = document.getElementById("seek");
const playButton = document.getElementById("play");
const speed = document.querySelector("#speed select");
const playOn = document.getElementById("play-on");
const last = Number(steps.dataset.last);
const BATCH = 12; // positions that the server sends at once

let at = Number(steps.dataset.at);
let wanted = at;
let timer = null;
const frames = new Map();
const asked = new Map();

// --- Positions -------------------------------------------------------------------------------------------

async function frame(number) {
  if (!frames.has(number)) {
    const first = number - (number % BATCH);
    if (!asked.has(first)) asked.set(first, fetchFrames(first));
    await asked.get(first);
  }
  return frames.get(number);
}

async function fetchFrames(first) {
  try {
    const question = new URLSearchParams({ first, eyes: steps.dataset.eyes });
    const answer = await fetch(`/m/${steps.dataset.match}/frames?${question}`);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    for (const each of (await answer.json()).frames) frames.set(each.at, each);
  } catch {
    asked.delete(first);
  }
}

/** Shows the position after that many moves. Of several calls the newest wins. */
async function go(number) {
  wanted = Math.max(0, Math.min(last, number));
  const target = wanted;
  const found = await frame(target);
  if (!found) {
    pause();
    document.getElementById("where").textContent = "The line to the server is down.";
    return;
  }
  if (target !== wanted) return;
  const before = target === at + 1 ? remember(board) : null;
  at = target;
  board.innerHTML = found.board;
  reachTips(board);
  if (before) showChanges(board, before);
  tell(found);
  if (at + 3 < last) frame(at + 3); // so that playing never waits
}

function tell(found) {
  const open = at === last;
  for (const one of log.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
  for (const one of log.querySelectorAll("[data-secret], [data-open]")) one.hidden = !open;
  for (const one of log.querySelectorAll("[data-known]")) one.hidden = open;
  const line = log.querySelector(`[data-line="${at}"]`);
  line?.setAttribute("aria-current", "step");
  // Scroll only the list: the board stays in view.
  if (line) log.scrollTop += line.getBoundingClientRect().bottom - log.getBoundingClientRect().bottom + 40;
  else log.scrollTop = 0;
  standAt(at);
  seek.value = at;
  seek.setAttribute("aria-valuetext", `Move ${at} of ${last}`);
  document.getElementById("where").textContent = `Move ${at} of ${last}${found.to_move ? `: ${found.to_move} to decide` : ""}`;
  document.title = document.title.replace(/move \d+/, `move ${at}`);
  for (const [name, to] of Object.entries({ first: 0, back: at - 1, on: at + 1, last })) {
    const link = steps.querySelector(`[data-step=${name}]`);
    const can = to >= 0 && to <= last && to !== at;
    link.toggleAttribute("aria-disabled", !can);
    if (!can) link.setAttribute("aria-disabled", "true");
    link.href = address(Math.max(0, Math.min(last, to)));
  }
  playOn.elements.at.value = at;
  playOn.querySelector("button").disabled = open;
  for (const button of document.querySelectorAll("[data-check]")) {
    button.dataset.atMove = at;
    button.textContent = line && !line.querySelector(".who") ? "Check this roll" : "Check the dice";
  }
  history.replaceState(null, "", address(at));
}

const address = (number) => `?${new URLSearchParams({ at: number, ...(steps.dataset.eyes ? { eyes: steps.dataset.eyes } : {}) })}`;

// --- Playing ---------------------------------------------------------------------------------------------

function play() {
  if (at === last) go(0);
  playButton.textContent = "Pause";
  const next = async () => {
    await go(at + 1);
    if (timer === null) return;
    if (at === last) pause();
    else timer = setTimeout(next, Number(speed.value));
  };
  timer = setTimeout(next, Number(speed.value) / 2);
}

function pause() {
  clearTimeout(timer);
  timer = null;
  playButton.textContent = "Play";
}

const toggle = () => (timer === null ? play() : pause());

function jump(number) {
  pause();
  go(number);
}

// --- Controls --------------------------------------------------------------------------------------------

const STEPS = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => last };
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

steps.addEventListener("click", (event) => {
  const link = event.target.closest("[data-step]");
  if (!link) return;
  event.preventDefault();
  jump(STEPS[link.dataset.step]());
});

log.addEventListener("click", (event) => {
  const line = event.target.closest("a") && event.target.closest("[data-line]");
  if (!line) return;
  event.preventDefault();
  jump(Number(line.dataset.line));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("textarea, select, input:not([type=range])")) return;
  if (event.key === " " && !event.target.closest("button, a, summary")) toggle();
  else if (KEYS[event.key]) jump(STEPS[KEYS[event.key]]());
  else return;
  event.preventDefault();
});

playButton.addEventListener("click", toggle);
seek.addEventListener("input", () => jump(Number(seek.value)));
document.getElementById("eyes")?.addEventListener("change", (event) => {
  pause();
  event.target.form.elements.at.value = at;
  event.target.form.submit();
});

standAt(at);
offerTips(steps.dataset.game);
reachTips(board);
playButton.hidden = false;
document.getElementById("speed").hidden = false;
const now = log.querySelector("[aria-current]");
if (now) log.scrollTop += now.getBoundingClientRect().bottom - log.getBoundingClientRect().bottom;
