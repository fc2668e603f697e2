// The analysis of a match beside its replay: marks at decisions, and what everybody could expect.

const panel = document.getElementById("analysis");
const log = document.getElementById("log");
const AGAIN = 3000; // milliseconds until we ask again whether it is there

let found = null;
let at = 0;

async function ask() {
  const button = panel.querySelector("button");
  button.disabled = true;
  tell("The match is being analysed. This takes about half a minute.");
  let answer = await question();
  while (answer?.status === 202) {
    await new Promise((resume) => setTimeout(resume, AGAIN));
    answer = await question();
  }
  if (answer?.ok) {
    show(await answer.json());
    button.remove();
  } else {
    tell((await answer?.json())?.error ?? "The server cannot be reached. Try again in a moment.");
    button.disabled = false;
  }
}

const question = () => fetch(`/m/${panel.dataset.match}/analysis.json`, { headers: { Accept: "application/json" } }).catch(() => null);

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
