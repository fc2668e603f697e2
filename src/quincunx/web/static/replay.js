"use strict";
// Step through a finished match by the arrow keys and by the slider.

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const link = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (link) document.querySelector(`.steps a[rel=${link}]`)?.click();
});
document.querySelector(".steps input[type=range]")?.addEventListener("change", (event) => event.target.form.submit());
// The list alone is scrolled: the board stays in view.
const now = document.querySelector(".log [aria-current]");
const list = now?.closest(".log");
if (list) list.scrollTop += now.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
