// The analysis of a match beside its replay: marks at decisions, and what everybody could expect.

const panel = document.getElementById("analysis");
const log = document.getElementById("log");
const AGAIN = 3000; // milliseconds until we ask again whether it is there

let found = null;
let at = 0;

async function ask() {
  const button = panel.querySelector("button");
  const told = panel.querySelector("[role=status]");
  button.disabled = true;
  told.textContent = "The match is being analysed. This takes about half a minute.";
  for (;;) {
    const answer = await fetch(`/m/${panel.dataset.match}/analysis.json`).catch(() => null);
    if (answer?.status === 200) break void show(await answer.json());
    if (answer?.status !== 202) {
      told.textContent = (await answer?.json().catch(() => null))?.error ?? "The server cannot be reached. Try again in a moment.";
      button.disabled = false;
      return;
    }
    await new Promise((resume) => setTimeout(resume, AGAIN));
  }
  function show(data) {
    found = data;
    button.remove();
    told.textContent = "Marks stand at the decisions that were not good.";
    for (const one of data.marks) if (one.mark !== "good") mark(one);
    standAt(at);
  }
}

/** A mark behind the first line of a decision. */
function mark({ at: before, mark: kind, best }) {
  const line = log.querySelector(`[data-line="${before + 1}"]`);
  if (!line) return;
  const badge = document.createElement("span");
  badge.className = `mark ${kind}`;
  badge.textContent = `${kind}; better: ${best}`;
  line.append(" ", badge);
}

/** What everybody can expect in the position after so many moves. */
export function standAt(number) {
  at = number;
  if (!found) return;
  const shares = found.expects[Math.min(at, found.expects.length - 1)];
  const most = Math.max(1, ...found.expects.flat().map(Math.abs));
  panel.querySelectorAll("li").forEach((line, seat) => {
    const part = shares[seat] / most;
    line.querySelector("meter").value = Math.max(0, part);
    line.querySelector("output").textContent = most > 1 ? shares[seat].toFixed(1) : `${Math.round(100 * shares[seat])}%`;
  });
  panel.querySelector("ul").hidden = false;
}

panel.querySelector("button").hidden = false;
panel.querySelector("button").addEventListener("click", ask);
