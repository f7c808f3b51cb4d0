/** The messages and questions of a scroll view to its owner. */

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */

/**
 * All of it is optional. Exceptions are reported and go no further.
 * @typedef {object} ScrollViewDelegate
 * @property {(view: ScrollView) => void} [didScroll] what is shown has changed: draw it
 * @property {(view: ScrollView) => void} [willBeginDragging]
 * @property {(view: ScrollView, velocity: Point, target: {x: number, y: number}) => void} [willEndDragging] the
 *   velocity is that of the offset, px/s; the target is where it will come to rest, and may be written
 * @property {(view: ScrollView, willDecelerate: boolean) => void} [didEndDragging] no: the scroll is over
 * @property {(view: ScrollView) => void} [willBeginDecelerating]
 * @property {(view: ScrollView) => void} [didEndDecelerating]
 * @property {(view: ScrollView, page: number) => void} [didShowPage] a drag of pages has ended, on the same one perhaps
 * @property {(view: ScrollView) => void} [didEndScrollingAnimation] code's animated scroll has ended
 * @property {(view: ScrollView) => boolean} [shouldScrollToTop]
 * @property {(view: ScrollView) => void} [didScrollToTop]
 * @property {(view: ScrollView) => void} [willBeginZooming]
 * @property {(view: ScrollView) => void} [didZoom] at each step of a pinch, once when code zooms or limits bring it
 *   back
 * @property {(view: ScrollView, zoomScale: number) => void} [didEndZooming]
 * @property {(view: ScrollView) => void} [didSettle] whatever it was, it is over, once for each
 */

export {};
