// Measures the screen of a match, as `measure.py` describes it: returns sentences about what is wrong.
() => {
  const { innerWidth: wide, innerHeight: high } = window;
  const isPhone = Math.min(wide, high) < 500;
  const found = [];
  const say = (what, one, more = "") => found.push(`${what}: ${name(one)}${more && ` ${more}`}`);
  const name = (one) => (typeof one === "string" ? one : `${one.localName}${one.id && `#${one.id}`}${[...one.classList].slice(0, 2).map((each) => `.${each}`).join("")} "${(one.getAttribute("aria-label") || one.textContent || "").trim().replace(/\s+/g, " ").slice(0, 30)}"`);
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && !one.closest(".sr");
  const board = document.getElementById("board");
  const question = document.getElementById("question-area");
  const zone = board.getBoundingClientRect();

  const root = document.documentElement;
  if (root.scrollWidth > wide || root.scrollHeight > high) say("the document is larger than the window", `${root.scrollWidth}×${root.scrollHeight}`);
  if (board.scrollWidth > board.clientWidth + 1 || board.scrollHeight > board.clientHeight + 1) say("the board is larger than its zone", `${board.scrollWidth}×${board.scrollHeight} in ${board.clientWidth}×${board.clientHeight}`);
  if (wide < 500 && isShown(question) && question.getBoundingClientRect().height > 0.35 * high + 0.5) say("the question takes more than 35%", `${Math.round(question.getBoundingClientRect().height)} of ${high}`);
  if (question.scrollWidth > question.clientWidth + 1) say("the question is wider than its zone", `${question.scrollWidth} in ${question.clientWidth}`);

  // The zones lie beside each other.
  const zones = [...document.querySelectorAll(".bar, .table, .question-area, .side, #ending")].filter(isShown).map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  for (const [index, [one, a]] of zones.entries()) {
    for (const [other, b] of zones.slice(index + 1)) {
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) say("zones overlap", `${name(one).split('"')[0]} ${name(other).split('"')[0]}`);
    }
  }

  /** Whether an ancestor inside the board hides or scrolls what sticks out of it. */
  const holder = (one) => {
    for (let box = one.parentElement; box && box !== board; box = box.parentElement) if (getComputedStyle(box).overflow !== "visible") return box;
    return null;
  };
  for (const one of board.querySelectorAll("*")) {
    if (!isShown(one) || one.closest("defs, symbol") || one.childElementCount) continue;
    const box = one.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const out = Math.max(zone.left - box.left, box.right - zone.right, zone.top - box.top, box.bottom - zone.bottom);
    if (out > 1.5 && !holder(one)) say("sticks out of the board", one, `by ${Math.round(out)}`);
    const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (on && !on.closest(".table, .gain, .tip")) say("lies under another zone", one);
  }
  // What cuts its own text off.
  for (const one of board.querySelectorAll("*")) {
    const style = getComputedStyle(one);
    if (one.ownerSVGElement || style.overflow === "visible" || !isShown(one)) continue;
    if (one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2) say("is cut off", one, `${one.scrollWidth}×${one.scrollHeight} in ${one.clientWidth}×${one.clientHeight}`);
  }

  const texts = (root) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) => (node.data.trim() && isShown(node.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT));
    const all = [];
    while (walk.nextNode()) all.push(walk.currentNode.parentElement);
    return [...new Set(all)];
  };
  const sizeOf = (one) => parseFloat(getComputedStyle(one).fontSize) * (one.ownerSVGElement ? Math.abs(one.getScreenCTM()?.d || 1) : 1);
  for (const one of texts(board)) if (sizeOf(one) < 11.9) say("text on the board below 12 px", one, sizeOf(one).toFixed(1));
  for (const one of texts(question)) if (sizeOf(one) < 14.9) say("text of the question below 15 px", one, sizeOf(one).toFixed(1));

  if (isPhone) {
    for (const one of document.querySelectorAll("#match :is(button:not(:disabled), [data-move], .pick, select, summary, .tool, .home, a.button)")) {
      if (!isShown(one) || one.closest("details:not([open])") && !one.matches("summary")) continue;
      const box = one.getBoundingClientRect();
      if (box.width && box.height < 39.5) say("lower than 40 px", one, String(Math.round(box.height)));
    }
  }
  const first = [...question.querySelectorAll("#decision :is(.primary, button)")].filter(isShown)[0];
  const top = question.getBoundingClientRect();
  if (first && first.getBoundingClientRect().top > top.bottom - 20) say("no answer is in sight", first);
  return found;
}
