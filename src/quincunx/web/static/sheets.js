// The log and the talk on a phone: one tap away, with a sign for news.

import { match } from "./page.js";

const beside = document.getElementById("beside");
const buttons = [...document.querySelectorAll("[data-sheet]")];

export function offerSheets() {
  for (const one of document.querySelectorAll(".dock, .close")) one.hidden = false;
  for (const button of buttons) button.addEventListener("click", () => sheet(button.dataset.sheet));
  match.addEventListener("news", (event) => {
    const button = buttons.find((one) => one.dataset.sheet === event.target.closest("section").id);
    if (button && !isShown(event.target)) button.classList.add("news");
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && beside.classList.contains("open") && sheet(""));
}

function isShown(list) {
  return list.checkVisibility?.({ visibilityProperty: true }) ?? true;
}

/** Opens a panel beside the board, or closes them all. */
export function sheet(panel) {
  const opener = buttons.find((one) => one.getAttribute("aria-expanded") === "true");
  beside.classList.toggle("open", Boolean(panel));
  for (const button of buttons.filter((one) => one.dataset.sheet)) {
    const isThis = button.dataset.sheet === panel;
    button.setAttribute("aria-expanded", String(isThis));
    if (isThis) button.classList.remove("news");
  }
  for (const list of beside.querySelectorAll("[data-append]")) list.scrollTop = list.scrollHeight;
  (panel ? document.getElementById(panel) : opener)?.focus();
}
