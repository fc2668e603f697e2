// The desk: live results, a sentence on the changes, and a search among the numbers.

const AGAIN = 700;
const LATER = 4000;

const news = document.getElementById("desk-news");
const form = document.querySelector(".desk-form");

/** Replaces what has changed. The rest stays, so that it is not read aloud again. */
function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = document.getElementById(part.id);
    if (!old) {
      news.append(document.adoptNode(part));
    } else if (part.getAttribute("role") === "status") {
      if (old.textContent !== part.textContent) old.textContent = part.textContent;
    } else if (old.innerHTML !== part.innerHTML) {
      const [left, focused] = [old.scrollLeft, old === document.activeElement];
      old.replaceWith(document.adoptNode(part));
      part.scrollLeft = left;
      if (focused) part.focus({ preventScroll: true });
    }
  }
}

async function follow() {
  let wait = AGAIN;
  try {
    const answer = await fetch(news.dataset.news, { headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const fresh = await answer.json();
    show(fresh.html);
    if (!fresh.going_on) return finish();
  } catch {
    wait = LATER; // The server may be gone for a moment; games played so far are kept.
  }
  setTimeout(follow, document.hidden ? LATER : wait);
}

/** Ends the updates, and hides controls that make sense only while games are played. */
function finish() {
  delete news.dataset.goingOn;
  for (const one of document.querySelectorAll("[data-while]")) one.hidden = true;
}

if (news && "goingOn" in news.dataset) setTimeout(follow, AGAIN);

function countChanges() {
  let count = 0;
  for (const field of form.querySelectorAll("[data-original]")) {
    const changed = field.type === "number" ? Number(field.value) !== Number(field.dataset.original) : field.value !== field.dataset.original;
    field.closest(".field").classList.toggle("changed", changed);
    count += changed;
  }
  for (const piece of form.querySelectorAll(".piece")) piece.classList.toggle("changed", piece.querySelector(".field.changed") !== null);
  document.getElementById("changes").textContent = count === 0 ? "" : `${count} ${count === 1 ? "number differs" : "numbers differ"} from the rulebook.`;
}

function search(words) {
  let count = 0;
  const fits = (text) => words.every((word) => text.toLowerCase().includes(word));
  for (const group of form.querySelectorAll(".desk-group")) {
    let any = false;
    for (const one of group.querySelectorAll(".piece, .desk-group > .numbers > .field")) {
      one.hidden = words.length > 0 && !fits(`${group.querySelector("h2").textContent} ${one.textContent}`);
      any ||= !one.hidden;
      count += !one.hidden;
    }
    group.hidden = !any;
    if (words.length && any) group.open = true;
  }
  document.getElementById("found").textContent = words.length ? `${count} found` : "";
}

if (form) {
  form.addEventListener("input", (event) => {
    if (event.target.id !== "find") countChanges();
  });
  countChanges();
  form.querySelector(".desk-find").hidden = false;
  const find = document.getElementById("find");
  find.addEventListener("input", () => search(find.value.toLowerCase().split(/\s+/).filter(Boolean)));
  find.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // Enter in the search must not submit the form.
  });
  // A field out of its bounds must be visible to be corrected.
  form.addEventListener("invalid", (event) => {
    const group = event.target.closest("details");
    if (group) [group.open, group.hidden] = [true, false];
  }, true);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    document.getElementById(button.dataset.copy).select();
    if (document.execCommand("copy")) button.textContent = "Copied";
  });
}
