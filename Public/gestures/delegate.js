/** The questions that an app may answer about a recognizer. */

/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("./touch.js").Touch} Touch */

/**
 * Answers questions about a recognizer. A missing method, or one that throws, counts as not asked.
 * @typedef {object} GestureRecognizerDelegate
 * @property {(recognizer: GestureRecognizer) => boolean} [shouldBegin] asked before it leaves Possible; no makes it
 *   fail
 * @property {(recognizer: GestureRecognizer, touch: Touch) => boolean} [shouldReceive] asked once for each touch; no
 *   means that the recognizer never hears of it
 * @property {(recognizer: GestureRecognizer, other: GestureRecognizer) => boolean} [shouldRecognizeSimultaneously]
 *   asked when the recognition of one would make the other fail; yes from either side keeps both
 * @property {(recognizer: GestureRecognizer, other: GestureRecognizer) => boolean} [shouldRequireFailure] asked once an
 *   attempt, whether the recognizer waits until the other has failed
 * @property {(recognizer: GestureRecognizer, other: GestureRecognizer) => boolean} [shouldBeRequiredToFail] asked once
 *   an attempt, whether the other waits until the recognizer has failed
 */

export {};
