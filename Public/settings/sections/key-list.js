/** The keys of one screen. One that is a single letter or sign is moved by pressing the key that it is to be. */

import { button, element } from "../../shell/element.js";
import { keyInWords, keysIn, singleKey } from "../../shell/keys-help.js";
import { isMovable, keyOf, MOVED_KEYS, movedKeys, moveKey } from "../../shell/moved-keys.js";
import { say } from "../../shell/texts.js";
import { whyNot } from "../setting-groups.js";

/** @typedef {typeof import("../../shell/keys-help.js").KEY_SECTIONS[number]} KeySection */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

/** Screens whose keys can be moved: each of these knows which keys are its own. */
const MOVABLE = new Set(["Library", "Document", "Board"]);

export class KeyList {
  /** @type {HTMLElement} */
  element = element("div", { class: "key-list" });
  #section;
  #parts;
  #signal;
  /** The key whose new one is waited for, as the screen knows it. */
  #waiting = "";
  /** The control that has the focus goes while the list is drawn anew, and its successor takes it. */
  #isDrawing = false;
  /** Why a key was not moved. */
  #problem = "";

  /**
   * @param {KeySection} section
   * @param {SectionParts} parts
   * @param {AbortSignal} signal
   */
  constructor(section, parts, signal) {
    this.#section = section;
    this.#parts = parts;
    this.#signal = signal;
    this.element.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.element.addEventListener("focusout", () => this.#waiting && !this.#isDrawing && this.#wait(""), { signal });
    this.#draw();
  }

  get #all() {
    return movedKeys(this.#parts.choices.get(MOVED_KEYS));
  }

  #draw() {
    const moved = this.#all[this.#section.name];
    const rows = this.#section.keys.map(([shown, what]) => {
      const known = MOVABLE.has(this.#section.name) ? singleKey(shown) : null;
      const isMoved = known !== null && keyOf(known, moved) !== known;
      return element(
        "li", { class: "key-line" }, element("span", { class: "key-what" }, say(what)),
        ...(isMoved ? [this.#back(known, what)] : []),
        known === null ? element("kbd", {}, say(shown)) : this.#key(known, what, keyOf(known, moved)),
      );
    });
    const problem = element("p", { class: "setting-problem", role: "alert" }, this.#problem);
    this.element.replaceChildren(element("ul", { class: "settings-lines" }, ...rows), problem);
  }

  /**
   * @param {string} known
   * @param {string} what
   * @param {string} now
   */
  #key(known, what, now) {
    const isWaiting = this.#waiting === known;
    const control = button({ label: isWaiting ? say("Press a key…") : keyInWords(now), text: true, class: "key-button" }, () => this.#wait(known), this.#signal);
    control.dataset["key"] = known;
    control.setAttribute("aria-label", isWaiting ? say("Press a key…") : say("{action}: {key}. Move it to another key", { action: say(what), key: keyInWords(now) }));
    return control;
  }

  /**
   * @param {string} known
   * @param {string} what
   */
  #back(known, what) {
    const back = button({ label: say("Put back"), text: true, class: "quiet setting-back" }, () => this.#choose(known, known), this.#signal);
    back.setAttribute("aria-label", `${say("Put back")}: ${say(what)}`);
    return back;
  }

  /** @param {string} known "" ends the waiting */
  #wait(known) {
    const before = this.#waiting;
    this.#waiting = known;
    if (known) this.#problem = "";
    this.#drawAround(known || before);
  }

  /** @param {string} known the key whose control takes the focus */
  #drawAround(known) {
    this.#isDrawing = true;
    this.#draw();
    this.#control(known)?.focus();
    this.#isDrawing = false;
  }

  /** @param {string} known */
  #control(known) {
    return [...this.element.querySelectorAll("button")].find((one) => one.dataset["key"] === known);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (!this.#waiting || ["Shift", "CapsLock", "Tab"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const known = this.#waiting;
    if (event.key === "Escape") return this.#wait("");
    if (!isMovable(event.key) || event.ctrlKey || event.metaKey || event.altKey) return this.#refuse(say("Only a letter or a sign can be chosen."));
    this.#choose(known, event.key);
  }

  /**
   * @param {string} known
   * @param {string} wanted
   */
  #choose(known, wanted) {
    const taken = this.#otherOn(wanted, known);
    if (taken) this.#refuse(say("{key} is “{action}” there.", { key: keyInWords(wanted), action: say(taken) }));
    else void this.#move(known, wanted);
  }

  /**
   * The action that a key has already, on this screen or everywhere.
   * @param {string} key
   * @param {string} known the one that is moved
   */
  #otherOn(key, known) {
    const moved = this.#all[this.#section.name];
    const found = this.#section.keys.find(([shown]) => {
      const other = singleKey(shown);
      if (other !== null) return other !== known && keyOf(other, moved) === key;
      return keysIn(shown).includes(key);
    });
    return found?.[1] ?? { "?": "This sheet", ",": "Settings" }[key] ?? null;
  }

  /** @param {string} text */
  #refuse(text) {
    this.#problem = text;
    this.#wait("");
  }

  /**
   * @param {string} known
   * @param {string} wanted
   */
  async #move(known, wanted) {
    this.#waiting = "";
    this.#problem = "";
    try {
      await this.#parts.choices.choose(MOVED_KEYS, JSON.stringify(moveKey(this.#all, this.#section.name, known, wanted)));
    } catch (error) {
      this.#parts.notices.failed(error, `${say("The key is as it was before.")} ${whyNot(error)}`);
    }
    this.#drawAround(known);
  }
}
