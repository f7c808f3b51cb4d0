/**
 * A card becomes its page when its document is opened. The picture on the card grows to where the page will be, and stands
 * there until the page itself has come. Without the browser's view transitions the document opens at once.
 */

import { element } from "../shell/element.js";

/** The name that the picture has on both sides of the transition. */
const NAME = "opened-page";

/** A browser that has not begun by then is busy: the document is opened without waiting for it. */
const PATIENCE_MILLISECONDS = 60;

/** A page that has not come by then is not waited for: what is shown in its place goes. */
const LONGEST_MILLISECONDS = 1500;

/** The air around a page, in CSS pixels, and the part of the window that bars take. */
const AIR = 16;
const BAR = 52;

/** A document without pages still has none this long after its screen was there, and the picture goes. */
const PAGELESS_MILLISECONDS = 150;

/**
 * Opens a document in one step with the motion.
 * @param {HTMLImageElement} picture on the card
 * @param {() => void} open shows the document; called once, at once
 * @param {HTMLElement} root in which the stand-in is put
 * @returns {Promise<void>} over when the document is open
 */
export function turnCard(picture, open, root) {
  const standIn = makeStandIn(picture);
  let isOpen = false;
  let opened = () => {};
  const turned = /** @type {Promise<void>} */ (new Promise((resolve) => (opened = resolve)));
  const show = () => {
    if (isOpen) return;
    isOpen = true;
    picture.style.viewTransitionName = "";
    open();
    opened();
    standIn.style.viewTransitionName = NAME;
    root.append(standIn);
    leaveWhenPageIsThere(standIn);
  };
  picture.style.viewTransitionName = NAME;
  const transition = document.startViewTransition(show);
  setTimeout(() => {
    if (isOpen) return;
    show();
    transition.skipTransition();
  }, PATIENCE_MILLISECONDS);
  // It is given up in a window that is hidden, and the document is open all the same.
  for (const part of [transition.ready, transition.finished, transition.updateCallbackDone]) part.catch(() => {});
  transition.finished.finally(() => {
    standIn.style.viewTransitionName = "";
  }).catch(() => {});
  return turned;
}

/**
 * The picture, as large as the page will about be.
 * @param {HTMLImageElement} picture
 */
function makeStandIn(picture) {
  const standIn = element("img", { "class": "page-stand-in", "alt": "", "aria-hidden": "true", "src": picture.currentSrc });
  const [width, height] = [innerWidth - 2 * AIR, innerHeight - BAR - 2 * AIR];
  const scale = Math.min(width / picture.naturalWidth, height / picture.naturalHeight);
  const [wide, high] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
  put(standIn, { left: (innerWidth - wide) / 2, top: BAR + AIR, width: wide, height: high });
  return standIn;
}

/**
 * The stand-in goes to where the page is, and goes when that is drawn.
 * @param {HTMLElement} standIn
 */
function leaveWhenPageIsThere(standIn) {
  const start = performance.now();
  let there = Infinity;
  const look = () => {
    const [now, screen] = [performance.now(), screenNow()];
    const page = screen?.querySelector(".page");
    const image = page?.querySelector("img");
    if (page) put(standIn, page.getBoundingClientRect());
    if (screen) there = Math.min(there, now);
    const isOver = (image?.complete && image.naturalWidth > 0) || now - start > LONGEST_MILLISECONDS
      || (!page && now - there > PAGELESS_MILLISECONDS) || !document.querySelector(".opened, .reader");
    if (isOver) standIn.remove();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The screen of the document when it has come; null while a sign that it comes stands in its place. */
function screenNow() {
  const screens = [...document.querySelectorAll(".opened-stage > :not([data-coming])")];
  return screens.find((screen) => screen.querySelector(".waiting-reason") === null) ?? null;
}

/**
 * @param {HTMLElement} target
 * @param {{left: number, top: number, width: number, height: number}} place in CSS pixels of the window
 */
function put({ style }, { left, top, width, height }) {
  [style.left, style.top, style.width, style.height] = [`${left}px`, `${top}px`, `${width}px`, `${height}px`];
}
