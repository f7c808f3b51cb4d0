/** Who waits for whom: recognizers as boxes that show their state, with arrows to those that must fail first. */

import { LongPressGestureRecognizer, PanGestureRecognizer, TapGestureRecognizer } from "../../index.js";

/** @typedef {import("../figure.js").ColorName} ColorName */
/** @typedef {import("../figure.js").Figure} Figure */
/** @typedef {import("../../index.js").GestureRecognizer} GestureRecognizer */

/** @type {Readonly<Record<string, ColorName>>} */
const COLORS = Object.freeze({ began: "accent", changed: "accent", ended: "ok", failed: "danger", cancelled: "warn", possible: "paper" });

/** @type {import("../world.js").Scene} */
export function requirements(world) {
  /** @type {[string, GestureRecognizer, [number, number]][]} */
  const rows = [
    ["triple tap", new TapGestureRecognizer({ taps: 3 }), [0.27, 0.18]],
    ["double tap", new TapGestureRecognizer({ taps: 2 }), [0.27, 0.42]],
    ["single tap", new TapGestureRecognizer(), [0.27, 0.66]],
    ["long press", new LongPressGestureRecognizer(), [0.73, 0.3]],
    ["pan", new PanGestureRecognizer(), [0.73, 0.54]],
  ];
  /** @type {Map<GestureRecognizer, Figure>} */
  const boxes = new Map();
  for (const [name, recognizer, place] of rows) {
    world.add(world.root, name, recognizer);
    boxes.set(recognizer, world.figure(name, place, [130, 64], { interactive: false, label: `${name}\npossible` }));
  }
  const [[, triple], [, double], [, single]] = /** @type {[typeof rows[0], typeof rows[0], typeof rows[0]]} */ (/** @type {unknown} */ (rows));
  double.requireToFail(triple);
  single.requireToFail(double);
  world.watchers.push(({ recognizer, to }) => {
    const box = boxes.get(recognizer);
    // Back to Possible is not shown, so that one sees how it ended.
    if (!box || to === "possible") return;
    Object.assign(box, { color: COLORS[to] ?? "paper", label: `${recognizer.name}\n${to}` });
    world.changed();
  });
  world.drawings.push((pen, color) => {
    pen.strokeStyle = color("ink-2");
    pen.fillStyle = color("ink-2");
    pen.lineWidth = 1.5;
    for (const [from, to] of [[double, triple], [single, double]]) {
      const [waits, first] = [boxes.get(/** @type {GestureRecognizer} */ (from)), boxes.get(/** @type {GestureRecognizer} */ (to))];
      if (!waits || !first) continue;
      const { x, y } = first.center;
      pen.beginPath();
      pen.moveTo(x, waits.center.y - 32);
      pen.lineTo(x, y + 40);
      pen.stroke();
      pen.fillText("waits for ↑", x + 58, (waits.center.y + y) / 2);
    }
  });
}
