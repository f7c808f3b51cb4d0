/** Fingers that can be seen, on the board and on the pages: for films and demonstrations. */

import { TouchOverlay } from "../gestures/index.js";
import { announce } from "./announcer.js";
import { say } from "./texts.js";

/** Shows fingers from now on, or not any more. */
export function toggleTouches() {
  const overlay = TouchOverlay.of(document);
  overlay.enabled = !overlay.enabled;
  announce(overlay.enabled ? say("Touches are shown") : say("Touches are hidden"));
}
