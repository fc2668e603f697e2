// Shows the moves of others at the viewer's pace: the server sends every position at once, and each browser shows them
// one after the other. A viewer who has seen enough skips ahead, at most to their own move.

import { isOlder, match, redrawAside } from "./page.js";
import { isOn, setting } from "./settings.js";

/** Milliseconds that a position is shown; within one turn, a part of it. */
const PAUSES = { slow: 2400, normal: 1100, fast: 400, once: 0 };
const WITHIN_A_TURN = 0.65;
/** Milliseconds after which a press counts as long, and the page goes on. */
const LONGEST_PRESS = 5000;

const queue = [];
let show = null;
let timer = 0;
let shownAt = 0;
let shownMover = null;
let isPressed = false;
/** Whether a finger or mouse button is down. The page under it must stay until it is up, or the press would be lost. */
let isDown = false;
let lifting = 0;
/** Whether the person skips to their own move. */
let isSkipping = false;

export function startPace(apply) {
  show = apply;
  document.addEventListener("setting", () => goOn());
  document.addEventListener("visibilitychange", () => goOn());
  document.addEventListener("pointerdown", press, true);
  // The click follows the release at once, and a message follows the click.
  const after = new MessageChannel();
  after.port1.onmessage = lift;
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => after.port2.postMessage(kind), true);
  match.addEventListener("click", (event) => event.target.closest("[data-roll]") && roll());
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small skip-ahead";
  button.textContent = "Skip ahead";
  button.hidden = true;
  button.addEventListener("click", skip);
  document.querySelector(".asked").append(button);
}

/** Takes a new position. One's own move is shown at once, with all positions before it. */
export function arrive(fresh) {
  if (isOlder(fresh)) return; // The page was asked for meanwhile, and shows more already.
  queue.push({ fresh, at: performance.now() });
  goOn();
  if (queue.length) redrawAside(fresh);
}

function press() {
  // Whoever presses has seen enough: what still rolls or flies is there at once.
  for (const each of document.getAnimations()) if (each.constructor === Animation) each.finish();
  isDown = true;
  clearTimeout(lifting);
  lifting = setTimeout(lift, LONGEST_PRESS);
}

function lift() {
  clearTimeout(lifting);
  isDown = false;
  goOn();
}

/** Drops all waiting positions, since the newest is here. */
export function forget() {
  queue.length = 0;
  isPressed = false;
  goOn();
}

/** Whether the page waits for its person to roll. */
function isHeld() {
  return "yourRoll" in match.dataset && !isPressed && !isOn("roll");
}

function goOn() {
  clearTimeout(timer);
  while (queue.length && !isDown) {
    if (!queue.some(({ fresh }) => fresh.own)) {
      if (isHeld()) break;
      const left = pause(queue[0].fresh) - (performance.now() - shownAt);
      if (left > 0) {
        timer = setTimeout(goOn, left);
        break;
      }
    }
    showNext();
  }
  if ("yourMove" in match.dataset || "yourRoll" in match.dataset) isSkipping = false;
  offerSkip();
}

function pause({ mover }) {
  // No wait if nobody looks, nobody moved, the person skips, or they have rolled.
  if (document.hidden || mover === undefined || isSkipping || isPressed) return 0;
  return PAUSES[setting("pace")] * (mover === shownMover ? WITHIN_A_TURN : 1);
}

function showNext() {
  const { fresh, at } = queue.shift();
  isPressed = false;
  if (fresh.mover !== undefined) {
    shownAt = performance.now();
    shownMover = fresh.mover;
  }
  show(fresh, (performance.now() - at) / 1000);
}

function roll() {
  isPressed = true;
  goOn();
}

export function skip() {
  isSkipping ||= queue.length > 0; // Skip positions that are still on their way, too.
  goOn();
}

function offerSkip() {
  const button = document.querySelector(".skip-ahead");
  const isLong = queue.filter(({ fresh }) => fresh.mover !== undefined).length > 1 && !isHeld();
  if (!isLong && document.activeElement === button) document.getElementById("question-area").focus({ preventScroll: true });
  button.hidden = !isLong;
}
