/** Whose the focus is, where several things stand in one frame. */

/** Marks what holds things that may have the focus beside one another. */
export const FRAME = "data-frame";

/**
 * Whether something beside an element, in the same frame, has the focus: then it is not taken away.
 * @param {Element} element
 */
export function isHeldBeside(element) {
  const focused = document.activeElement;
  const frame = element.closest(`[${FRAME}]`);
  return frame !== null && frame.contains(focused) && !element.contains(focused);
}
