/** Fingers that can be seen, on the board and on the pages: for films and demonstrations. */

import { TouchOverlay } from "../gestures/index.js";
import { announce } from "./announcer.js";

/** Shows fingers from now on, or not any more. */
export function toggleTouches() {
  const overlay = TouchOverlay.of(document);
  overlay.enabled = !overlay.enabled;
  announce(overlay.enabled ? "Touches are shown" : "Touches are hidden");
}
