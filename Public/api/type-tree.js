/** Which file types are kinds of which, and what people call them. Pure and immutable. */

import { say } from "../shell/texts.js";

/** @typedef {import("./api.js").FileType} FileType */
/** @typedef {import("./api.js").Document} Document */

/** The icons of broad kinds, the nearest first. */
const ICONS = Object.freeze([
  ["public.image", "image"], ["public.audiovisual-content", "media"], ["public.archive", "archive"],
  ["public.text", "text"], ["public.data", "document"],
]);

export class TypeTree {
  /** @type {ReadonlyMap<string, FileType>} */
  #types;

  /** @param {readonly FileType[]} types */
  constructor(types = []) {
    this.#types = new Map(types.map((type) => [type.identifier, type]));
  }

  /**
   * Whether a type is another or, over any number of steps, a kind of it.
   * @param {string} identifier
   * @param {string} ancestor
   */
  conforms(identifier, ancestor) {
    return this.steps(identifier, ancestor) !== null;
  }

  /**
   * The number of steps from a type to another that it is a kind of. It is 0 for itself, and null where it is no kind of it.
   * @param {string} identifier
   * @param {string} ancestor
   */
  steps(identifier, ancestor) {
    const seen = new Set();
    let near = [identifier];
    for (let steps = 0; near.length > 0; steps += 1) {
      if (near.includes(ancestor)) return steps;
      for (const type of near) seen.add(type);
      near = near.flatMap((type) => this.#types.get(type)?.conformsTo ?? []).filter((type) => !seen.has(type));
    }
    return null;
  }

  /**
   * The name of the kind of a document: "PDF document".
   * @param {Document} document
   */
  nameOf(document) {
    const name = this.#types.get(document.type)?.name;
    if (name) return say(name);
    const extension = /\.([^.]{1,10})$/.exec(document.name)?.[1];
    return extension ? say("{extension} file", { extension: extension.toUpperCase() }) : say("File");
  }

  /**
   * The `accept` of a file chooser for documents of a type; "" where nothing is known of its files.
   * @param {string} ancestor
   */
  accept(ancestor) {
    const kinds = [...this.#types.values()].filter(({ identifier }) => this.conforms(identifier, ancestor));
    const files = kinds.flatMap(({ extensions = [], mediaTypes = [] }) => [...mediaTypes, ...extensions.map((extension) => `.${extension}`)]);
    return [...new Set(files)].join(",");
  }

  /** All that are declared. */
  get all() {
    return [...this.#types.values()];
  }

  /** @param {Document} document */
  iconOf(document) {
    return ICONS.find(([ancestor]) => ancestor && this.conforms(document.type, ancestor))?.[1] ?? "document";
  }
}
