/** Figures that are hit where they are seen: round, ringed, turned, with soft edges, muted. */

import { rotation } from "../../geometry/affine.js";
import { AlphaMask } from "../../hit-testing/alpha-mask.js";
import { CircleShape, PathShape } from "../../hit-testing/shapes.js";

/** @typedef {import("../figure.js").Figure} Figure */
/** @typedef {import("../world.js").World} World */

const SIDE = 110;

/** @type {import("../world.js").Scene} */
export function hitTesting(world) {
  const size = /** @type {[number, number]} */ ([SIDE, SIDE]);
  const figures = [
    world.figure("circle", [0.27, 0.2], size, { shape: new CircleShape() }),
    world.figure("ring", [0.73, 0.2], size, { shape: new PathShape([polygon(48, 54), polygon(48, 28)]), label: "" }),
    world.figure("turned", [0.27, 0.5], size, { transform: rotation(Math.PI / 6) }),
    world.figure("star", [0.73, 0.5], size, { shape: new PathShape([star()]) }),
    world.figure("beneath", [0.27, 0.8], size),
    world.figure("triangle", [0.73, 0.8], size, { mask: triangleMask(), label: "" }),
  ];
  const muted = world.figure("muted", [0.36, 0.85], size, { interactive: false, color: "line", label: "muted" });
  muted.alpha = 0.6;
  const masked = figures[5]?.center ?? { x: 0, y: 0 };
  // A mask has no outline: what of the square is there is drawn here.
  world.drawings.push((pen, color) => {
    pen.fillStyle = color("line");
    pen.beginPath();
    for (const [x, y] of /** @type {const} */ ([[-1, -1], [1, -1], [1, 1]])) {
      pen.lineTo(masked.x + (x * SIDE) / 2, masked.y + (y * SIDE) / 2);
    }
    pen.fill();
  });
  for (const figure of [...figures, world.root]) report(world, figure, figures);
}

/**
 * @param {World} world
 * @param {Figure} figure
 * @param {readonly Figure[]} all
 */
function report(world, figure, all) {
  figure.touchesBegan = () => {
    for (const other of all) other.color = other === figure ? "accent" : "paper";
    world.log.add(figure.name, "touched");
  };
}

/**
 * @param {number} count
 * @param {number} radius
 */
function polygon(count, radius) {
  return Array.from({ length: count }, (_, index) => corner((2 * Math.PI * index) / count, radius));
}

/** A pentagram, whose middle is a hole by the even-odd rule. */
function star() {
  return Array.from({ length: 5 }, (_, index) => corner((4 * Math.PI * index) / 5 - Math.PI / 2, 54));
}

/**
 * @param {number} angle
 * @param {number} radius
 */
function corner(angle, radius) {
  return { x: SIDE / 2 + radius * Math.cos(angle), y: SIDE / 2 + radius * Math.sin(angle) };
}

/** The lower left half of a square. */
function triangleMask() {
  const alpha = Array.from({ length: 64 }, (_, index) => (index % 8 <= Math.floor(index / 8) ? 255 : 0));
  return new AlphaMask(8, 8, alpha);
}
