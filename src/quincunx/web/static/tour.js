// A guided tour on the board of a real match: it points at something, explains it, and goes on when the person has
// done it. The first match of a game offers it.

import { address } from "./page.js";

let game = "";
let steps = [];
let now = -1;
let bubble = null;
let isOffered = false;
/** The verb that was pressed to end a step: when its move is made, it must not end the next step, too. */
let pressedVerb = "";

export function offerTour(match) {
  game = match.dataset.game;
  for (const button of document.querySelectorAll("[data-tour-start]")) button.addEventListener("click", start);
  document.addEventListener("click", pressed, true);
  offer(match);
}

/** Offers the tour once the first match of this game has begun. */
function offer(match) {
  const isFirst = !localStorage.getItem(`quincunx-tour-${game}`);
  if (isOffered || !isFirst || match.dataset.phase !== "playing" || !("tour" in match.dataset) || !("seat" in match.dataset)) return;
  isOffered = true;
  open("New to this game?", [["Show me round", start, "primary"], ["No, thanks", end]]);
}

async function start() {
  document.getElementById("settings").open = false;
  const answer = await fetch(`${address}/tour`);
  steps = await answer.json();
  go(0);
}

function go(number) {
  now = number;
  if (now >= steps.length) return end();
  const step = steps[now];
  const last = now === steps.length - 1;
  const buttons = step.until === "next" ? [[last ? "Done" : "Next", () => go(now + 1), "primary"]] : [];
  open(step.say, [...buttons, [last ? "End the tour" : "Leave the tour", end, "plain"]], `${now + 1} of ${steps.length}`);
  point();
}

/** Follows a redraw: the target may be another element now. `made` is the person's own move, if there was one. */
export function keepTouring(match, made) {
  if (now < 0) return offer(match);
  const [kind, verbs] = steps[now].until.split(" ");
  const verb = verbOf(made);
  const isPressed = verb && verb === pressedVerb;
  if (isPressed) pressedVerb = "";
  if (kind === "move" && verb && !isPressed && verbs.split("|").includes(verb)) go(now + 1);
  else point();
}

function pressed(event) {
  if (now < 0 || steps[now].until !== "press" || !event.target.closest?.(steps[now].at)) return;
  // The press itself takes effect first.
  const step = now;
  const verb = verbOf(event.target.closest("button[name=move]")?.value);
  setTimeout(() => {
    if (step !== now) return;
    pressedVerb = verb;
    go(now + 1);
  });
}

const verbOf = (move) => move?.split(" ")[0] ?? "";

function point() {
  for (const old of document.querySelectorAll(".pointed-at")) old.classList.remove("pointed-at");
  const target = [...document.querySelectorAll(steps[now].at)].find((one) => one.getClientRects().length);
  bubble.classList.toggle("waits", !target);
  target?.classList.add("pointed-at");
}

function open(words, buttons, where = "") {
  if (!bubble) document.getElementById("question-area").prepend((bubble = document.createElement("section")));
  bubble.className = "tour";
  bubble.setAttribute("role", "region");
  bubble.setAttribute("aria-label", "Guided tour");
  bubble.innerHTML = '<p role="status"></p><p class="row"><span class="quiet"></span></p>';
  bubble.querySelector("p").textContent = words.replaceAll("`", "");
  bubble.querySelector("span").textContent = where;
  for (const [label, press, look = ""] of buttons) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = look;
    button.textContent = label;
    button.addEventListener("click", press);
    bubble.lastElementChild.append(button);
  }
}

function end() {
  localStorage.setItem(`quincunx-tour-${game}`, "seen");
  for (const old of document.querySelectorAll(".pointed-at")) old.classList.remove("pointed-at");
  bubble?.remove();
  bubble = null;
  now = -1;
}
