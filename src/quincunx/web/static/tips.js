// Tips: an element with `data-tip` is explained on hover, focus and tap, by its label if the tip is empty; `data-rule`
// links to that rule. Controls are explained while they are held.

const PRESSABLE = "button, a, input, select, summary, label, [data-move], [role=button]";
const HOLD = 500;
/** Milliseconds that a mouse must rest on something before it gets a tip. */
const LINGER = 250;

let game = "";
let shown = null;
let waiting = 0;
let isHeld = false;
/** Whether the mouse moved since it pressed: an element that appears under a resting mouse gets no tip. */
let isMoved = false;

const tip = document.createElement("div");
tip.id = "tip";
tip.className = "tip";
tip.role = "tooltip";
tip.hidden = true;

export function offerTips(gameName) {
  game = gameName;
  document.getElementById("main").append(tip);
  const of = (event) => event.target.closest?.("[data-tip]");
  const later = (one, wait) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => explain(one), wait);
  };
  const hover = (event) => {
    if (tip.contains(event.target)) clearTimeout(waiting);
    else if (of(event)) of(event) !== shown && later(of(event), LINGER);
    else if (shown && !shown.contains(document.activeElement)) later(null, LINGER);
  };
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && isMoved && hover(event));
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || isMoved) return;
    isMoved = true;
    hover(event);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(":focus-visible") && of(event)) explain(of(event));
    else if (!tip.contains(event.target)) explain(null);
  });
  document.addEventListener("pointerdown", (event) => {
    isHeld = isMoved = false;
    const one = event.pointerType === "mouse" ? null : of(event);
    if (!one?.closest(PRESSABLE)) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => ((isHeld = true), explain(one)), HOLD);
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"]) {
    document.addEventListener(end, (event) => event.pointerType !== "mouse" && !(end === "pointermove" && Math.hypot(event.movementX, event.movementY) < 4) && clearTimeout(waiting));
  }
  document.addEventListener("click", tapped, true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && explain(null));
  addEventListener("scroll", () => shown && place(), { passive: true, capture: true });
}

function tapped(event) {
  if (tip.contains(event.target)) return;
  const one = event.target.closest?.("[data-tip]");
  if (isHeld) {
    // The finger asked for a tip: lifting it is no press.
    event.preventDefault();
    event.stopPropagation();
    isHeld = false;
  } else if (one && !event.target.closest(PRESSABLE)) explain(one === shown && event.pointerType !== "mouse" ? null : one);
  else explain(null);
}

/** Makes everything with a tip reachable by keyboard. */
export function reachTips(root) {
  for (const one of root.querySelectorAll("[data-tip]")) {
    if (!one.closest(PRESSABLE) && !one.closest("[tabindex]") && !one.querySelector(`${PRESSABLE}, [tabindex]`)) one.tabIndex = 0;
  }
  if (shown && !shown.isConnected) explain(null);
}

function explain(one) {
  clearTimeout(waiting);
  if (shown) shown.removeAttribute("aria-describedby");
  shown = one?.isConnected ? one : null;
  tip.hidden = !shown;
  if (!shown) return;
  tip.textContent = shown.dataset.tip || shown.getAttribute("aria-label");
  if (shown.dataset.rule) {
    const rule = document.createElement("a");
    rule.href = `/games/${game}#${shown.dataset.rule}`;
    rule.target = "_blank";
    rule.rel = "noopener";
    rule.textContent = shown.dataset.rule;
    tip.append(" ", rule);
  }
  shown.setAttribute("aria-describedby", "tip");
  place();
}

/** Places the tip above its element, or below if there is no room. */
function place() {
  const at = shown.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const wide = document.documentElement.clientWidth;
  tip.style.left = `${Math.max(8, Math.min(at.x + (at.width - width) / 2, wide - width - 8))}px`;
  tip.style.top = `${at.top - height - 8 > 0 ? at.top - height - 8 : Math.min(at.bottom + 8, innerHeight - height - 8)}px`;
}
