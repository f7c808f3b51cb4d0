/** Keys of the app: those that do the same everywhere, those of what is open, and those of the library. */

import { isControl, isPlain, isTyping } from "../shell/keys.js";

/**
 * @typedef {object} AppKeyParts
 * @property {Pick<import("./open-documents.js").OpenDocuments, "opened" | "pressed">} documents
 * @property {Pick<import("../library/library-screen.js").LibraryScreen, "dismiss" | "pressed" | "focusSearch" | "focusCards">} screen
 * @property {Pick<import("./settings-route.js").SettingsRoute, "open" | "isShown" | "pressed">} settings
 * @property {{open: () => void}} help lists all keys
 * @property {Pick<import("../shell/toasts.js").Toasts, "act">} toasts
 */

export class AppKeys {
  #parts;

  /** @param {AppKeyParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { documents, settings } = this.#parts;
    const pressed = () => (documents.opened ? documents.pressed(event) : this.#pressedInLibrary(event));
    const isTaken = settings.isShown ? this.#overSettings(event) : this.#anywhere(event) || pressed();
    if (isTaken) event.preventDefault();
  }

  /**
   * Where the settings are shown, nothing below them hears of a key.
   * @param {KeyboardEvent} event
   */
  #overSettings(event) {
    if (event.key === "?" && !isTyping(event.target)) return this.#parts.help.open(), true;
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !isTyping(event.target)) return this.#parts.toasts.act();
    return this.#parts.settings.pressed(event);
  }

  /** @param {KeyboardEvent} event */
  #anywhere(event) {
    const typing = isTyping(event.target);
    if (event.key === "?" && !typing) return this.#parts.help.open(), true;
    // With Command it opens the settings of the browser itself.
    if (event.key === "," && !typing && isPlain(event)) return this.#parts.settings.open(), true;
    // A board has its own undo, which goes back farther than a message does.
    if (this.#parts.documents.opened?.undoes) return false;
    return event.key === "z" && (event.ctrlKey || event.metaKey) && !typing && this.#parts.toasts.act();
  }

  /** @param {KeyboardEvent} event */
  #pressedInLibrary(event) {
    const { screen } = this.#parts;
    if (event.key === "Escape") return screen.dismiss();
    if (screen.pressed(event)) return true;
    if (isTyping(event.target) || !isPlain(event)) return false;
    if (event.key === "/") return screen.focusSearch(), true;
    const moves = event.key === "ArrowDown" || event.key === "ArrowRight";
    return moves && !isControl(event.target) && (screen.focusCards(), true);
  }
}
