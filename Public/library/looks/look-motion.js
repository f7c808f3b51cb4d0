/** Cards move from where they were in one look of the list to where they are in another. */

/** @typedef {import("../list-view.js").Moved} Moved */

const MILLISECONDS = 220;
const EASING = "cubic-bezier(0.2, 0.8, 0.2, 1)";

/** @param {readonly Moved[]} moved */
export function moveCards(moved) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const { card: { element }, from, to } of moved) {
    const { transform } = element.style;
    const [x, y, scale] = [from.x - to.x, from.y - to.y, from.width / to.width];
    // Rows and cards are of other proportions: they move, and do not grow.
    const grown = scale > 0.4 && scale < 2.5 ? ` scale(${scale})` : "";
    element.animate(
      [{ transform: `translate(${x}px, ${y}px) ${transform}${grown}`, transformOrigin: "0 0" }, { transform, transformOrigin: "0 0" }],
      { duration: MILLISECONDS, easing: EASING },
    );
  }
}
