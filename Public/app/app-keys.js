/** Keys of the app: those that do the same everywhere, those of what is open, and those of the library. */

import { isControl, isPlain, isTyping } from "../shell/keys.js";
import { showKeys } from "../shell/keys-help.js";

/**
 * @typedef {object} AppKeyPorts
 * @property {() => import("./opened-document.js").OpenedDocument | null} opened
 * @property {import("../library/library-screen.js").LibraryScreen} screen
 * @property {() => void} showSettings
 * @property {() => boolean} takeBack does what the message that is shown offers; whether one is
 */

export class AppKeys {
  #ports;

  /** @param {AppKeyPorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const pressed = () => this.#ports.opened()?.pressed(event) ?? this.#pressedInLibrary(event);
    if (this.#anywhere(event) || pressed()) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #anywhere(event) {
    const typing = isTyping(event.target);
    if (event.key === "?" && !typing) return showKeys(), true;
    // With Command it opens the settings of the browser itself.
    if (event.key === "," && !typing && isPlain(event)) return this.#ports.showSettings(), true;
    // A board has its own undo, which goes back farther than a message does.
    if (this.#ports.opened()?.undoes) return false;
    return event.key === "z" && (event.ctrlKey || event.metaKey) && !typing && this.#ports.takeBack();
  }

  /** @param {KeyboardEvent} event */
  #pressedInLibrary(event) {
    const { screen } = this.#ports;
    if (event.key === "Escape") return screen.dismiss();
    if (isTyping(event.target) || !isPlain(event)) return false;
    if (event.key === "/") return screen.focusSearch(), true;
    const moves = event.key === "ArrowDown" || event.key === "ArrowRight";
    return moves && !isControl(event.target) && (screen.focusCards(), true);
  }
}
