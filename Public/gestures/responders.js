/** The chain of responders: from the view that was touched up to the application. */

import { guarded } from "./guard.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./touch-event.js").TouchEvent} TouchEvent */
/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./view.js").Responder} Responder */
/** @typedef {import("./view.js").View} View */

/** @typedef {"touchesBegan" | "touchesMoved" | "touchesEnded" | "touchesCancelled" | "touchesRetracted"} HandlerName */

/**
 * Hands touches to the nearest responder that has the handler and does not pass them on. Where there is none
 * they fall off the end of the chain.
 * @param {View} view
 * @param {HandlerName} name
 * @param {ReadonlySet<Touch>} touches
 * @param {TouchEvent} event
 * @param {Report} report
 */
export function respond(view, name, touches, event, report) {
  /** @type {Set<Responder>} */
  const asked = new Set();
  for (let responder = /** @type {Responder | null} */ (view); responder && !asked.has(responder);) {
    const asking = responder;
    const handler = asking[name];
    if (handler && guarded(report, name, undefined, () => handler.call(asking, touches, event)) !== false) return;
    asked.add(asking);
    responder = nextAfter(asking);
  }
}

/**
 * @param {Responder} responder
 * @returns {Responder | null}
 */
function nextAfter(responder) {
  if (responder.nextResponder !== undefined) return responder.nextResponder;
  return /** @type {Partial<View>} */ (responder).superview ?? null;
}
