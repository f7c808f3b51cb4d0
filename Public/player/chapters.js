/** The chapters of a film or audio book: a list to choose from, and the steps from one to the next. */

import { timeInFigures } from "../api/words.js";
import { button } from "../shell/element.js";
import { openMenu } from "../shell/menu.js";
import { say } from "../shell/texts.js";
import { chapterAt, chapterName, chapterStep } from "./media-facts.js";

/** @typedef {import("./media-facts.js").MediaFacts["chapters"]} ChapterList */

export class Chapters {
  #player;
  /** @type {ChapterList} */
  #list = [];
  /** It is there for what has chapters alone. */
  button;

  /**
   * @param {{time: number, seek: (time: number) => void}} player
   * @param {AbortSignal} signal
   */
  constructor(player, signal) {
    this.#player = player;
    this.button = button({ label: say("Chapters"), icon: "contents" }, () => this.#choose(), signal);
    this.button.hidden = true;
  }

  /** @param {ChapterList} chapters in their order */
  show(chapters) {
    this.#list = chapters;
    this.button.hidden = chapters.length === 0;
  }

  /**
   * Goes to the next chapter, or back: to the start of this one, and from there to the one before.
   * @param {1 | -1} direction
   * @returns {boolean} whether there are chapters
   */
  step(direction) {
    const time = chapterStep(this.#list, this.#player.time, direction);
    if (time !== null) this.#player.seek(time);
    return this.#list.length > 0;
  }

  #choose() {
    const now = chapterAt(this.#list, this.#player.time);
    openMenu(this.button, say("Chapters"), this.#list.map((chapter, index) => ({
      label: chapterName(chapter, index), note: timeInFigures(chapter.start), icon: "contents", checked: chapter === now,
      act: () => this.#player.seek(chapter.start),
    })));
  }
}
