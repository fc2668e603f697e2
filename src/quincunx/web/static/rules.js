"use strict";
// Search in the rules: shows only matching parts, with their headings. The examples of a rule open below it.

const PIECES = "p, li, tr, figure";
const article = document.getElementById("rules");
const find = document.getElementById("find");
const found = document.getElementById("found");
find.closest("[hidden]").hidden = false;

function search() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (piece) => words.every((word) => piece.textContent.toLowerCase().includes(word));
  let count = 0;
  for (const piece of article.querySelectorAll(PIECES)) {
    // Parts of a table's row or a list's item go with it, and pictures are not searched.
    if (piece.parentElement.closest("tr, li, figure") || piece.closest("thead")) continue;
    piece.hidden = words.length > 0 && !fits(piece);
    count += !piece.hidden;
  }
  for (const list of article.querySelectorAll("ul, ol, .scroll")) list.hidden = words.length > 0 && !visible(list);
  hideEmptyChapters(words.length > 0);
  found.textContent = words.length ? `${count} ${count === 1 ? "place" : "places"}` : "";
}

const visible = (piece) => (piece.matches("p, figure") ? !piece.hidden : [...piece.querySelectorAll("li, tbody tr")].some((one) => !one.hidden));

/** Hides headings with nothing under them. */
function hideEmptyChapters(searching) {
  let [lower, upper] = [null, null];
  const below = new Map();
  for (const child of article.children) {
    if (child.matches("h2")) [upper, lower] = [child, null];
    else if (child.matches("h3")) lower = child;
    else if (!child.hidden && visible(child)) for (const heading of [upper, lower]) below.set(heading, true);
  }
  for (const heading of article.querySelectorAll("h2, h3")) heading.hidden = searching && !below.has(heading);
}

async function load(link) {
  const page = await (await fetch(link.href)).text();
  const examples = new DOMParser().parseFromString(page, "text/html").querySelector(".worked");
  examples.hidden = true;
  (link.closest("p, li, td") ?? link.parentElement).append(examples);
  return examples;
}

async function toggle(link) {
  const examples = await (link.examples ??= load(link));
  examples.hidden = !examples.hidden;
  link.ariaExpanded = !examples.hidden;
}

find.addEventListener("input", search);
for (const link of article.querySelectorAll("a.examples")) {
  link.ariaExpanded = false;
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    toggle(link).catch(() => location.assign(link.href));
  });
}
