// Animates changes where they happened: pieces move, dice tumble, numbers show gains and losses. With reduced motion
// the same is shown by highlights.

const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const CONTROLS = "button, a, input, select, summary, label.pick, [data-move]";

/** Records the page before it is redrawn. */
export function remember(root) {
  const each = (name, take) => new Map([...root.querySelectorAll(`[data-${name}]`)].map((one) => [one.dataset[name], take(one)]));
  return {
    values: each("key", (one) => one.dataset.value ?? one.dataset.count),
    places: each("piece", (one) => one.getBoundingClientRect()),
    rolls: each("die", (one) => one.dataset.rolled),
  };
}

/** Shows the differences. */
export function play(root, before) {
  for (const word of document.querySelectorAll(".gain")) clear(word);
  for (const one of root.querySelectorAll("[data-piece]")) follow(one, before.places);
  for (const die of root.querySelectorAll("[data-die]")) {
    const { die: number, rolled } = die.dataset;
    if (rolled !== undefined && before.rolls.get(number) !== rolled) tumble(die);
  }
  for (const one of root.querySelectorAll("[data-key]")) {
    const { key, value, count } = one.dataset;
    const old = before.values.get(key);
    if (old === undefined ? !("appears" in one.dataset) : old === (value ?? count)) continue;
    if (!("rolled" in one.dataset)) mark(one);
    if (count !== undefined) tell(one, Number(count) - Number(old), Number(one.dataset.base ?? 10));
  }
}

/** Moves a piece from its old place to its new one. */
function follow(piece, places) {
  const old = places.get(piece.dataset.piece);
  const now = piece.getBoundingClientRect();
  if (!now.width) return;
  if (!old) return places.size ? arrive(piece) : undefined;
  const way = [old.x + old.width / 2 - now.x - now.width / 2, old.y + old.height / 2 - now.y - now.height / 2];
  if (!old.width || Math.hypot(...way) < 3) return;
  if (calm.matches) return mark(piece);
  // Past the elements that the piece names, as a pawn goes from tile to tile.
  const passed = (piece.dataset.path?.trim().split(" ") ?? []).slice(1).map((key) => document.querySelector(`[data-key="${key}"]`)?.getBoundingClientRect());
  const ways = passed.filter(Boolean).map((box) => [box.x + box.width / 2 - now.x - now.width / 2, box.y + box.height / 2 - now.y - now.height / 2]);
  const along = [way, ...ways, [0, 0]].map((each) => inside(piece, each));
  const steps = along.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  piece.animate(steps, { duration: 400 + 100 * steps.length, easing: "cubic-bezier(.3, .1, .2, 1)", composite: "add" });
}

function arrive(piece) {
  if (calm.matches) mark(piece);
  else piece.animate([{ opacity: 0 }, { opacity: 1 }], 400);
}

/** Converts a vector on the screen to the units in which the element is drawn. */
function inside(piece, [x, y]) {
  const drawn = piece.ownerSVGElement && piece.getScreenCTM();
  if (!drawn) return [x, y];
  const back = drawn.inverse();
  return [back.a * x + back.c * y, back.b * x + back.d * y];
}

function tumble(die) {
  if (calm.matches || die.ownerSVGElement) return mark(die);
  die.animate(
    [{ transform: "translateY(-16px) rotate(-220deg) scale(.8)" }, { transform: "translateY(2px) rotate(12deg)", offset: 0.6 }, { transform: "none" }],
    { duration: 500, easing: "cubic-bezier(.3, 1.2, .5, 1)" },
  );
}

/** Lights an element up for a moment. */
function mark(one) {
  one.classList.add("changed");
  setTimeout(() => one.classList.remove("changed"), 1500);
}

/** Shows "+3" beside an element, where it covers nothing that can be pressed. */
function tell(one, change, base) {
  const place = one.getBoundingClientRect();
  if (!change || Number.isNaN(change) || !place.width || isBehindQuestion(one, place)) return;
  const word = document.createElement("span");
  word.className = change < 0 ? "gain loss" : "gain";
  word.setAttribute("aria-hidden", "true");
  const digits = Math.abs(change).toString(base).replace(/\B(?=(\d{3})+$)/g, ",");
  word.textContent = `${change < 0 ? "−" : "+"}${digits}`;
  document.body.append(word);
  const { width, height } = word.getBoundingClientRect();
  const middle = place.x + (place.width - width) / 2;
  const spots = [[middle, place.y - height], [middle, place.bottom], [place.right, place.y], [place.x - width, place.y], [middle, place.bottom + height], [middle, place.y - 2 * height]];
  const wide = document.documentElement.clientWidth;
  const above = !!question()?.contains(one);
  const open = spots.map(([x, y]) => [Math.max(0, Math.min(x, wide - width)), y]).filter((spot) => !covers(...spot, width, height, above));
  const others = [...document.querySelectorAll(".gain")].filter((other) => other !== word).map((other) => other.getBoundingClientRect());
  const apart = open.filter(([x, y]) => !others.some((other) => overlap(other, x, y, width, height)));
  const free = apart.find((spot) => !hidesWords(...spot, width, height)) ?? apart[0] ?? open[0];
  if (!free) return word.remove();
  word.classList.toggle("above", above);
  word.style.left = `${free[0] + scrollX}px`;
  word.style.top = `${free[1] + scrollY}px`;
  setTimeout(() => word.remove(), 1800);
}

/** Removes a number from before the redraw if it would now cover a control. */
function clear(word) {
  const { x, y, width, height } = word.getBoundingClientRect();
  if (covers(x, y, width, height, word.classList.contains("above"))) word.remove();
}

function question() {
  return document.getElementById("question-area");
}

/** Whether the question at the bottom of the window covers the element: its "+3" would stand on other words. */
function isBehindQuestion(one, { x, y, width, height }) {
  return !question()?.contains(one) && !!question()?.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** Whether the area covers text. */
function hidesWords(x, y, width, height) {
  const under = new Set(corners(x, y, width, height).map((point) => document.elementFromPoint(...point)));
  const texts = [...under].flatMap((one) => [...(one?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  return texts.some((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].some((line) => overlap(line, x, y, width, height));
  });
}

function overlap(box, x, y, width, height) {
  return box.left < x + width && box.right > x && box.top < y + height && box.bottom > y;
}

function corners(x, y, width, height) {
  return [[x + 1, y + 1], [x + width - 1, y + 1], [x + width / 2, y + height / 2], [x + 1, y + height - 1], [x + width - 1, y + height - 1]];
}

/** Whether the area covers a control, or the question unless the number belongs to it. */
function covers(x, y, width, height, isInQuestion) {
  const closed = isInQuestion ? CONTROLS : `${CONTROLS}, #question-area`;
  return corners(x, y, width, height).some((point) => document.elementFromPoint(...point)?.closest(closed));
}
