/** A quick look grows out of the picture of its card, and goes back there. A picture of its own flies, so that nothing waits for it. */

import { element } from "../shell/element.js";
import { covering } from "./look-fit.js";

/** In ms. */
const FLIGHT = 220;
const EASE = "cubic-bezier(0.2, 0.8, 0.2, 1)";

/**
 * A picture grows from where it is to where a sheet lies, which is not seen until then.
 * @param {HTMLElement} room in which it flies
 * @param {HTMLImageElement | null} picture
 * @param {HTMLElement | null} sheet
 */
export function growInto(room, picture, sheet) {
  if (!picture || !sheet || !isSeen(picture) || isStill()) return;
  const [from, to] = [picture.getBoundingClientRect(), sheet.getBoundingClientRect()];
  if (to.width === 0) return;
  sheet.classList.add("look-hidden");
  const flown = () => sheet.classList.remove("look-hidden");
  fly(room, picture.currentSrc, to, [covering(to, from), "none"], flown);
}

/**
 * A picture of what a sheet shows goes back to a card.
 * @param {HTMLElement | null} sheet as long as it is there
 * @param {HTMLImageElement | null} picture of the card
 */
export function shrinkInto(sheet, picture) {
  if (!sheet || !picture || !isSeen(picture) || isStill()) return;
  const image = sheet.querySelector("img:last-of-type");
  const [from, to] = [sheet.getBoundingClientRect(), picture.getBoundingClientRect()];
  if (!(image instanceof HTMLImageElement) || from.width === 0) return;
  fly(document.body, image.currentSrc, from, ["none", covering(from, to)], () => {});
}

/**
 * @param {HTMLElement} room
 * @param {string} url
 * @param {DOMRect} box
 * @param {string[]} transform
 * @param {() => void} flown
 */
function fly(room, url, box, transform, flown) {
  const image = element("img", { "class": "look-flight", "alt": "", "aria-hidden": "true", "src": url });
  Object.assign(image.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  room.append(image);
  const end = () => {
    image.remove();
    flown();
  };
  image.animate({ transform }, { duration: FLIGHT, easing: EASE, fill: "both" }).finished.then(end, end);
}

/** @param {HTMLElement} picture */
function isSeen(picture) {
  const { left, top, right, bottom, width } = picture.getBoundingClientRect();
  return picture.isConnected && width > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
}

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
