// The two faces of a board on a phone: a switch, a swipe, and the page turns to the one in which something is asked.

import { match } from "./page.js";

const FACES = ["mine", "all"];
const FAR = 60;
const CAN_BE_PRESSED = "[data-move], [data-asks], .pick input, button[form]:not(:disabled)";

let begun = null;
/** The decision for which the page has turned already. */
let turnedAt = "";

export function offerFaces() {
  const group = match.querySelector(".faces");
  group.hidden = false;
  for (const button of group.children) button.textContent = match.querySelector(`#board [data-face="${button.dataset.show}"][data-label]`)?.dataset.label ?? button.textContent;
  group.addEventListener("click", (event) => event.target.dataset.show && turn(event.target.dataset.show));
  match.addEventListener("touchstart", (event) => {
    begun = event.touches.length === 1 && event.target.closest("#board") ? event.touches[0] : null;
  }, { passive: true });
  match.addEventListener("touchend", (event) => {
    if (!begun) return;
    const [x, y] = [event.changedTouches[0].clientX - begun.clientX, event.changedTouches[0].clientY - begun.clientY];
    if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y)) turn(FACES[x < 0 ? 1 : 0]);
  }, { passive: true });
  turn("mine");
}

function turn(face) {
  match.dataset.shows = face;
  for (const button of match.querySelectorAll("[data-show]")) button.setAttribute("aria-pressed", String(button.dataset.show === face));
}

/** Turns to the face that asks something, once for each decision. */
export function face() {
  const { at, yourMove } = match.dataset;
  if (yourMove === undefined || turnedAt === at) return;
  turnedAt = at;
  const asking = FACES.filter((each) => match.querySelector(`#board [data-face="${each}"] :is(${CAN_BE_PRESSED})`));
  if (asking.length && !asking.includes(match.dataset.shows)) turn(asking[0]);
}
