/** Rules of a class of recognizers about other recognizers; a delegate can add to them. */

/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */

/** A subclass overrides the rules that do not hold for it. Those about failure are asked once an attempt. */
export class RecognizerRules {
  /**
   * Whether its recognition may make `other` fail.
   * @param {GestureRecognizer} _other
   */
  canPrevent(_other) {
    return true;
  }

  /**
   * Whether the recognition of `other` may make it fail.
   * @param {GestureRecognizer} _other
   */
  canBePrevented(_other) {
    return true;
  }

  /**
   * Whether it waits until `other` has failed.
   * @param {GestureRecognizer} _other
   */
  shouldRequireFailure(_other) {
    return false;
  }

  /**
   * Whether `other` waits until this one has failed.
   * @param {GestureRecognizer} _other
   */
  shouldBeRequiredToFail(_other) {
    return false;
  }

  /** Whether it may begin on a button that is not its own: a drag may land anywhere. */
  get passesControls() {
    return true;
  }

  /** How many taps the whole gesture has: a tap does not end a gesture that needs more. */
  get tapsInGesture() {
    return 0;
  }
}
