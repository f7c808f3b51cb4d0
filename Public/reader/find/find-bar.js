/** The bar over the pages in which one types what is to be found. */

import { numberInWords } from "../../api/words.js";
import { button, element } from "../../shell/element.js";
import { openMenu } from "../../shell/menu.js";
import { say, sayCount } from "../../shell/texts.js";

/** @typedef {import("./found-hits.js").FoundHits} FoundHits */
/** @typedef {{matchesCase: boolean, matchesAccents: boolean, wholeWords: boolean, anyWord: boolean}} Exactness */

/**
 * @typedef {object} FindBarCalls
 * @property {() => void} changed what is looked for has changed
 * @property {(direction: 1 | -1) => void} step
 * @property {() => void} list shows all hits, or no longer
 * @property {() => void} close
 */

export class FindBar {
  #input = element("input", {
    "type": "search", "class": "field find-field", "aria-label": say("Find in the document"), "placeholder": say("Find in the document"),
    "autocomplete": "off", "spellcheck": "false", "enterkeyhint": "search", "maxlength": 200,
  });
  #count = element("output", { "class": "find-count", "aria-live": "off" });
  #steps;
  #list;
  #calls;
  element;
  /** @type {Exactness} */
  exactness = { matchesCase: false, matchesAccents: false, wholeWords: false, anyWord: false };

  /**
   * @param {FindBarCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#steps = [
      button({ label: say("Previous hit"), icon: "previous", keys: "Shift+Enter" }, () => calls.step(-1), signal),
      button({ label: say("Next hit"), icon: "next", keys: "Enter" }, () => calls.step(1), signal),
    ];
    const options = button({ label: say("How to find"), icon: "more" }, () => this.#openOptions(options), signal);
    options.setAttribute("aria-haspopup", "menu");
    this.#list = button({ label: say("All hits"), icon: "contents", class: "quiet find-all" }, calls.list, signal);
    const close = button({ label: say("Close"), icon: "close", keys: "Escape" }, calls.close, signal);
    this.element = element(
      "div", { "class": "find-bar", "role": "search", "aria-label": say("Find in the document") }, this.#input, this.#count, ...this.#steps, this.#list, options, close,
    );
    this.#input.addEventListener("input", calls.changed, { signal });
    this.#input.addEventListener("keydown", (event) => this.#pressed(event), { signal });
  }

  get text() {
    return this.#input.value;
  }

  /** @param {string} text */
  set text(text) {
    this.#input.value = text;
  }

  /** @param {{selects: boolean}} how whether what is typed next takes the place of the words */
  focus({ selects }) {
    this.#input.focus();
    if (selects) this.#input.select();
    else this.#input.setSelectionRange(this.text.length, this.text.length);
  }

  get hasFocus() {
    return document.activeElement === this.#input;
  }

  /**
   * @param {FoundHits | null} hits null while nothing is looked for
   * @param {string | null} [problem] why it was ended
   */
  show(hits, problem = null) {
    this.#count.textContent = problem ?? (hits ? countInWords(hits) : "");
    this.#count.classList.toggle("problem", problem !== null || (hits?.isDone === true && hits.count === 0));
    this.#count.title = problem ?? (hits?.isCutOff ? say("There are more, which are not told") : "");
    for (const made of [...this.#steps, this.#list]) made.disabled = !hits || hits.count === 0;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.isComposing) return;
    const isNext = event.key === "Enter" || isFindNextKey(event);
    if (isNext) this.#calls.step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") this.#calls.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {HTMLElement} anchor */
  #openOptions(anchor) {
    const choice = (/** @type {keyof Exactness} */ name, /** @type {string} */ label) => ({
      label, icon: "search", checked: this.exactness[name], several: true,
      act: () => {
        this.exactness = { ...this.exactness, [name]: !this.exactness[name] };
        this.#calls.changed();
      },
    });
    openMenu(anchor, say("How to find"), [
      choice("matchesCase", say("Match case")), choice("wholeWords", say("Whole words")), choice("matchesAccents", say("Match accents")),
      choice("anyWord", say("Any of the words")),
      { label: say("All hits"), icon: "contents", apart: true, act: this.#calls.list },
    ]);
  }
}

/** @param {KeyboardEvent} event */
export function isFindNextKey({ key, ctrlKey, metaKey, altKey }) {
  return key === "F3" || (key.toLowerCase() === "g" && (ctrlKey || metaKey) && !altKey);
}

/**
 * @param {FoundHits} hits
 * @returns {string}
 */
export function countInWords({ count, place, isDone, isCutOff, failed, progress }) {
  if (count === 0 && isDone && failed > 0) return sayCount(failed, "Not found; {n} pages cannot be read", "Not found; {n} pages cannot be read");
  if (count === 0) return isDone ? say("Not found") : say("Searching… {percent} %", { percent: Math.round(progress * 100) });
  const all = `${numberInWords(count)}${isCutOff ? "+" : isDone ? "" : "…"}`;
  return place > 0 ? say("{number} of {total}", { number: numberInWords(place), total: all }) : all;
}
