/**
 * The tools that change the look of the list: its menu, the heads of its columns, the gestures that make pictures larger. The
 * list is shown without them; they are fetched after it.
 */

import { openMenu } from "../../shell/menu.js";
import { say, text } from "../../shell/texts.js";
import { ColumnHeads } from "./column-heads.js";
import { LookGestures } from "./look-gestures.js";
import { moveCards } from "./look-motion.js";

/** @typedef {import("../library-look.js").LibraryLook} LibraryLook */
/** @typedef {import("../library-look.js").Size} Size */

/**
 * @typedef {object} LookToolParts
 * @property {LibraryLook} look
 * @property {Pick<import("../list-view.js").ListView, "element" | "columnHeads">} list
 * @property {HTMLElement} scroller
 * @property {() => string} order of the list as it is
 * @property {(order: string) => void} sort
 * @property {(id: string) => void} show shows a document of the list in a quick look
 * @property {() => boolean} isSortable whether another order can be chosen
 */

/** @type {readonly {size: Size, label: string}[]} */
const GRIDS = Object.freeze([
  { size: "large", label: text("Large pictures") }, { size: "medium", label: text("Medium pictures") }, { size: "small", label: text("Small pictures") },
]);

export class LookTools {
  /** Lets the cards move to where they are in another look. */
  move = moveCards;
  #look;
  #heads;

  /**
   * @param {LookToolParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#look = parts.look;
    this.#heads = new ColumnHeads(parts, signal);
    new LookGestures(parts.scroller, parts.list.element, {
      steps: (steps) => void this.#look.resize(steps), isGrid: () => this.#look.now.view === "grid", parted: parts.show,
    }, signal);
  }

  /** Brings the heads of the columns up to date with the list. */
  draw() {
    this.#heads.draw();
  }

  /** @param {HTMLElement} anchor the button that was pressed */
  openMenu(anchor) {
    const { view, size, sections } = this.#look.now;
    const grids = GRIDS.map((grid) => ({
      label: say(grid.label), icon: "all", checked: view === "grid" && size === grid.size,
      act: () => this.#look.change({ view: "grid", size: grid.size }),
    }));
    const list = { label: say("List"), icon: "marks", checked: view === "list", act: () => this.#look.change({ view: "list" }) };
    const parted = {
      label: say("Sections"), icon: "recent", checked: sections, several: true, apart: true, note: say("By day, or by letter"), act: () => this.#look.change({ sections: !sections }),
    };
    openMenu(anchor, say("View"), [...grids, list, parted]);
  }
}
