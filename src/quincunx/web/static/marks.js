// The analysis of a match beside its replay: marks at decisions, and every player's expectation.

import { waitFor } from "./analysis.js";

const panel = document.getElementById("analysis");
const log = document.getElementById("log");

let found = null;
let at = 0;

async function ask() {
  const button = panel.querySelector("button");
  button.disabled = true;
  tell("The analysis begins.");
  const answer = await waitFor(panel);
  panel.querySelector(".judging").hidden = true;
  if (answer?.ok) {
    show(await answer.json());
    button.remove();
  } else {
    tell((await answer?.json())?.error ?? "The server cannot be reached. Try again in a moment.");
    button.disabled = false;
  }
}

function tell(words) {
  panel.querySelector("[role=status]").textContent = words;
}

function show(analysis) {
  found = analysis;
  const marked = analysis.marks.filter((one) => one.mark !== "good");
  marked.forEach(mark);
  tell(marked.length ? "Marks stand at the decisions that were not good." : "All decisions were good.");
  standAt(at);
}

/** Puts a mark behind the first line of a decision. */
function mark({ at: before, mark: kind, best }) {
  const line = log.querySelector(`[data-line="${before + 1}"]`);
  if (!line) return;
  const badge = document.createElement("span");
  badge.className = `mark ${kind}`;
  badge.textContent = `${kind}; better: ${best}`;
  line.append(" ", badge);
}

/** Shows every player's expectation after that many moves. */
export function standAt(number) {
  at = number;
  if (!found) return;
  const now = Math.min(at, found.expects.length - 1);
  panel.querySelectorAll("li").forEach((line, seat) => {
    const bar = line.querySelector("meter");
    if (bar) bar.value = found.parts[now][seat];
    line.querySelector("output").textContent = found.words[now][seat];
  });
  panel.querySelector("ul").hidden = false;
}

panel.querySelector("button").hidden = false;
panel.querySelector("button").addEventListener("click", ask);
