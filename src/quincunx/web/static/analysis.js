// The progress of an analysis, on the page that waits for it and beside a replay.

const AGAIN = 1000; // milliseconds between two requests

/** Shows the progress inside `panel` until the analysis is there. Returns it, or null if the server cannot be reached. */
export async function waitFor(panel) {
  let answer = await ask(panel.dataset.match);
  while (answer?.status === 202) {
    tell(panel, await answer.json());
    await new Promise((resume) => setTimeout(resume, AGAIN));
    answer = await ask(panel.dataset.match);
  }
  return answer;
}

const ask = (match) => fetch(`/m/${match}/analysis.json`, { headers: { Accept: "application/json" } }).catch(() => null);

/** Only the sentence is in a live region: a count read aloud every second would disturb. */
function tell(panel, { judged, decisions, words }) {
  const [status, line] = [panel.querySelector("[role=status]"), panel.querySelector(".judging")];
  if (status.textContent !== words) status.textContent = words;
  line.hidden = false;
  if (!decisions) return;
  const bar = line.querySelector("progress");
  [bar.max, bar.value] = [decisions, judged];
  line.querySelector("span").textContent = `${judged} of ${decisions}`;
}

const page = document.getElementById("analysing");
if (page) {
  let answer = await waitFor(page);
  while (!answer) {
    page.querySelector("[role=status]").textContent = "The server cannot be reached; the page tries again.";
    await new Promise((resume) => setTimeout(resume, 3 * AGAIN));
    answer = await waitFor(page);
  }
  location.reload();
}
