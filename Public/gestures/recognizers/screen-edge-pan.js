/** A pan that comes in from an edge of the surface. */

import { EDGE_BAND } from "../constants.js";
import { State } from "../recognizer-state.js";
import { PanGestureRecognizer } from "./pan.js";

/** @typedef {import("../touch.js").Touch} Touch */
/** @typedef {import("./pan.js").PanOptions} PanOptions */
/** @typedef {"left" | "right" | "top" | "bottom"} Edge */
/** @typedef {{readonly width: number, readonly height: number}} Extent */

/** Continuous; fails at once when a finger does not land at the edge. */
export class ScreenEdgePanGestureRecognizer extends PanGestureRecognizer {
  #surface;

  /**
   * @param {Edge | readonly Edge[]} edges exactly one
   * @param {() => Extent} surface its size now, px
   * @param {PanOptions} [options]
   * @throws {RangeError} with no edge or several
   */
  constructor(edges, surface, options) {
    super(options);
    const [edge, ...others] = typeof edges === "string" ? [edges] : edges;
    if (!edge || others.length > 0) throw new RangeError("an edge pan has exactly one edge");
    this.edge = edge;
    this.#surface = surface;
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    const isInside = [...touches].some((touch) => !this.#isAtEdge(touch));
    if (isInside && !this.hasBegun) this.become(State.Failed);
    else super.touchesBegan(touches);
  }

  /** @param {Touch} touch */
  #isAtEdge(touch) {
    const { x, y } = touch.startLocation;
    const { width, height } = this.#surface();
    const distances = { left: x, right: width - x, top: y, bottom: height - y };
    return distances[this.edge] <= EDGE_BAND;
  }
}
