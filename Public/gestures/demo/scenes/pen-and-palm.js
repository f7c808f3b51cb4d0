/** A pen that writes, fingers that write too, and the palm, whose line is taken back. */

/** @typedef {import("../../geometry/point.js").Point} Point */
/** @typedef {import("../../touch.js").Touch} Touch */

/** @typedef {{readonly type: string, readonly points: Point[]}} Line */

/** @type {import("../world.js").Scene} */
export function penAndPalm(world) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {Map<Touch, Line>} */
  const open = new Map();
  /** @type {WeakMap<Touch, Line>} */
  const drawn = new WeakMap();
  const each = (/** @type {(touch: Touch, line: Line) => void} */ act) => (/** @type {ReadonlySet<Touch>} */ touches) => {
    for (const touch of touches) {
      const line = open.get(touch) ?? { type: touch.type, points: [] };
      line.points.push(...touch.moments.map(({ x, y }) => ({ x, y })));
      drawn.set(touch, line);
      act(touch, line);
    }
    world.changed();
  };
  Object.assign(world.root, {
    touchesBegan: each((touch, line) => void (open.set(touch, line), lines.push(line), world.log.add(touch.type, "began"))),
    touchesMoved: each(() => {}),
    touchesEnded: each((touch) => void (open.delete(touch), world.log.add(touch.type, "ended"))),
    touchesCancelled: each((touch, line) => {
      open.delete(touch);
      // A palm never meant to write; what a call interrupts is kept.
      if (touch.cancelCause === "palm") lines.splice(lines.indexOf(line), 1);
      world.log.add(touch.type, "cancelled", { cause: touch.cancelCause ?? "", lines: lines.length });
    }),
    // A palm that has lifted before the pen landed has written a line already.
    touchesRetracted: (/** @type {ReadonlySet<Touch>} */ touches) => {
      const lifted = [...touches].filter((touch) => lines.some((line) => line === drawn.get(touch)));
      for (const touch of lifted) lines.splice(lines.findIndex((line) => line === drawn.get(touch)), 1);
      if (lifted.length > 0) world.log.add("touch", "retracted", { fingers: lifted.length, lines: lines.length });
      world.changed();
    },
  });
  world.drawings.push((pen, color) => {
    pen.lineCap = "round";
    for (const { type, points } of lines) {
      pen.strokeStyle = color(type === "pen" ? "accent" : "ink-2");
      pen.lineWidth = type === "pen" ? 3 : 8;
      pen.beginPath();
      for (const { x, y } of points) pen.lineTo(x, y);
      pen.stroke();
    }
  });
}
