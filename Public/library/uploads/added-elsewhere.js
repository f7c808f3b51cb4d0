/** Tells of files that were added where documents of one kind are shown, and are of another: they are not seen there. */

import { say, sayCount } from "../../shell/texts.js";
import { placeOf } from "../places.js";

/** @typedef {import("../../api/api.js").Document} Document */

/**
 * @typedef {object} AddedElsewhereParts
 * @property {{types: Pick<import("../../api/type-tree.js").TypeTree, "conforms">}} library
 * @property {Pick<import("../../api/notices.js").Notices, "show">} notices
 * @property {() => void} showAdded lists what was added lately
 */

export class AddedElsewhere {
  #parts;
  /** @type {{readonly document: Document, readonly place: string}[]} */
  #unseen = [];

  /** @param {AddedElsewhereParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * @param {Document} document that has come in; its type is that of its content, whatever its name says
   * @param {string | undefined} place of a single kind, where it was added; undefined for any other
   * @param {boolean} isLast whether no more files are on their way
   */
  arrived(document, place, isLast) {
    const type = place === undefined ? undefined : placeOf(place).type;
    if (place !== undefined && type && !this.#parts.library.types.conforms(document.type, type)) this.#unseen.push({ document, place });
    if (isLast && this.#unseen.length) this.#tell(this.#unseen.splice(0));
  }

  /** @param {readonly {readonly document: Document, readonly place: string}[]} unseen */
  #tell(unseen) {
    const [one] = unseen;
    if (!one) return;
    const place = say(placeOf(one.place).name);
    const text = unseen.length === 1
      ? say("{name} was added. It is listed under Recently added, not under {place}.", { name: one.document.name, place })
      : sayCount(unseen.length, "{n} file was added that is listed under Recently added, not under {place}.", "{n} files were added that are listed under Recently added, not under {place}.", { place });
    this.#parts.notices.show({ text, also: { label: say("Show"), act: () => this.#parts.showAdded() } });
  }
}
