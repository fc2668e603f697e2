// This browser's settings for matches, kept in its local storage.

import { mayNotify } from "./call.js";

const DEFAULTS = { pace: "normal", roll: "no", sound: "no", notify: "no", keys: "yes" };

export function setting(name) {
  // Older releases had a switch for sound alone.
  if (name === "sound" && localStorage.getItem("muted") === "yes") return "no";
  return localStorage.getItem(`quincunx-${name}`) ?? DEFAULTS[name];
}

export function isOn(name) {
  return setting(name) === "yes";
}

function keep(name, value) {
  if (name === "sound") localStorage.removeItem("muted");
  localStorage.setItem(`quincunx-${name}`, value);
  document.dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
}

/** Shows the settings, and stores changes. One menu is open at a time. */
export function offerSettings() {
  const panel = document.getElementById("settings");
  panel.querySelector(".scripted").hidden = false;
  const pace = panel.querySelector("[data-pace]");
  pace.value = setting("pace");
  pace.addEventListener("change", () => keep("pace", pace.value));
  for (const box of panel.querySelectorAll("[data-setting]")) {
    box.checked = isOn(box.dataset.setting);
    box.addEventListener("change", () => change(box));
  }
  const menus = [...document.querySelectorAll(".menu")];
  document.addEventListener("click", (event) => {
    for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("submit", (event) => {
    for (const menu of menus) if (menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && menus.find((one) => one.open);
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

async function change(box) {
  if (box.dataset.setting === "notify" && box.checked) box.checked = await mayNotify();
  keep(box.dataset.setting, box.checked ? "yes" : "no");
}
