/** A quiet mark in the middle of the second window, over the page: Sheaf's own, or a few words. */

/** @typedef {Pick<import("./show-choices.js").ShowChoices, "overlay" | "text">} Overlay */

/** No larger than this, in CSS pixels, and than a share of the window. */
const WIDTH = 500;
const HEIGHT = 300;

/**
 * @param {HTMLElement} target in a window without style sheets
 * @param {Overlay} overlay
 */
export function drawOverlay(target, { overlay, text }) {
  const words = overlay === "text" ? text.trim() : "";
  target.dataset.overlay = overlay;
  target.replaceChildren(...(overlay === "sheaf" ? [ownMark()] : []), words);
  target.hidden = overlay !== "sheaf" && words === "";
  Object.assign(target.style, {
    position: "fixed", top: "50%", left: "50%", translate: "-50% -50%", width: "max-content", maxWidth: `min(${WIDTH}px, 60vw)`,
    maxHeight: `min(${HEIGHT}px, 60vh)`, overflow: "hidden", color: "#808080", opacity: "0.3", pointerEvents: "none", textAlign: "center",
    font: "600 clamp(20px, 6vmin, 64px) / 1.2 system-ui, sans-serif", overflowWrap: "anywhere",
  });
}

/** The drawing of the sprite, which is not in that window. */
function ownMark() {
  const symbol = document.getElementById("icon-sheaf");
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const { name, value } of symbol?.attributes ?? []) if (name !== "id") drawing.setAttribute(name, value);
  drawing.append(...[...symbol?.children ?? []].map((part) => part.cloneNode(true)));
  Object.assign(drawing.style, { display: "block", width: "min(240px, 28vmin)", height: "min(240px, 28vmin)" });
  return drawing;
}
