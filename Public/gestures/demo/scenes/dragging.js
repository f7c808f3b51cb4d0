/**
 * Things dragged by one finger: one keeps to the edges, one refuses to leave, one is a plate that turns. A second
 * finger anywhere, and the zone in the corner, send a thing back.
 */

import { PanGestureRecognizer, State } from "../../index.js";
import { rotation } from "../../geometry/affine.js";
import { contained, Drag, isContained, pulled } from "../../motion/index.js";
import { minus } from "../../geometry/point.js";

/** @typedef {import("../../delegate.js").GestureRecognizerDelegate} GestureRecognizerDelegate */
/** @typedef {import("../../motion/index.js").DragOptions} DragOptions */
/** @typedef {import("../../geometry/point.js").Point} Point */
/** @typedef {import("../../touch.js").Touch} Touch */
/** @typedef {import("../figure.js").Figure} Figure */
/** @typedef {import("../world.js").World} World */

const TILE = Object.freeze({ width: 40, height: 40 });
const PLATE = Object.freeze({ width: 160, height: 100 });
const ZONE = 90;

/** A pan by one finger that a second one, wherever it lands, takes back. */
class LonePan extends PanGestureRecognizer {
  /** @param {Figure} figure that it must begin on */
  constructor(figure) {
    super({ slop: 0 });
    /** @type {GestureRecognizerDelegate} */
    this.delegate = { shouldReceive: (_self, touch) => this.hasBegun || touch.view === figure };
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    if (this.hasBegun && this.touches.length > 1) this.become(State.Cancelled);
    else super.touchesBegan(touches);
  }
}

/** @type {import("../world.js").Scene} */
export function dragging(world) {
  const board = { x: 0, y: 0, width: world.width, height: world.height };
  world.figure("zone", [0.5, ZONE / 2 / world.height], [ZONE * 2, ZONE], { color: "panel", label: "Back", interactive: false });
  const isOnZone = (/** @type {Point} */ { x, y }) => Math.abs(x - world.width / 2) <= ZONE && y <= ZONE;
  const size = /** @type {[number, number]} */ ([TILE.width, TILE.height]);
  const tile = world.figure("tile", [0.25, 0.5], size, { color: "accent", label: "" });
  const strict = world.figure("strict tile", [0.75, 0.5], size, { label: "" });
  drag(world, tile, { constrain: (center) => contained(center, TILE, board), resets: isOnZone });
  drag(world, strict, { accepts: (center) => isContained(center, TILE, board), resets: isOnZone });
  pull(world, world.figure("plate", [0.5, 0.75], [PLATE.width, PLATE.height], { label: "Pull a corner" }));
}

/**
 * @param {World} world
 * @param {Figure} figure
 * @param {DragOptions} options
 */
function drag(world, figure, options) {
  /** @type {Drag | null} */
  let held = null;
  const pan = new LonePan(figure);
  const facts = () => ({ x: figure.center.x, y: figure.center.y, drag: held?.state ?? "" });
  pan.addTarget(({ state }) => {
    if (state === State.Began) held = new Drag(figure.center, minus(pan.location(), pan.translation()), options);
    held?.moved(pan.location());
    if (state === State.Cancelled) held?.revert();
    if (state === State.Ended) held?.ended();
    if (held) world.place(figure, held.center);
  });
  world.add(world.root, figure.name, pan, facts);
}

/**
 * @param {World} world
 * @param {Figure} plate
 */
function pull(world, plate) {
  let pose = { center: plate.center, rotation: 0 };
  /** @type {Point} */
  let finger = plate.center;
  const pan = new LonePan(plate);
  pan.addTarget(({ state }) => {
    if (state === State.Began) finger = minus(pan.location(), pan.translation());
    pose = pulled(pose, finger, pan.location());
    finger = pan.location();
    plate.transform = rotation(pose.rotation);
    world.place(plate, pose.center);
  });
  world.add(world.root, "plate", pan, () => ({ ...pose.center, degrees: (pose.rotation * 180) / Math.PI }));
}
