// The log and the talk where they have no zone of their own: one tap away, with a mark for news.

import { match } from "./page.js";

const beside = document.getElementById("beside");
const opener = match.querySelector("[data-sheet='log-panel']");

export function offerSheets() {
  const look = match.querySelector("[data-look]");
  look.hidden = false;
  look.addEventListener("click", () => look.setAttribute("aria-pressed", String(look.ariaPressed !== "true")));
  match.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sheet]");
    if (!button) return;
    event.preventDefault();
    sheet(beside.classList.contains("open") ? "" : button.dataset.sheet);
  });
  match.addEventListener("news", (event) => {
    if (!beside.checkVisibility({ visibilityProperty: true }) && event.target.id === "talk") opener.classList.add("news");
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && beside.classList.contains("open") && sheet(""));
}

/** Opens a panel beside the board, or closes them. */
export function sheet(panel) {
  beside.classList.toggle("open", Boolean(panel));
  opener.setAttribute("aria-expanded", String(Boolean(panel)));
  if (panel) opener.classList.remove("news");
  for (const list of beside.querySelectorAll("[data-append]")) list.scrollTop = list.scrollHeight;
  (panel ? document.getElementById(panel) : opener)?.focus();
}
