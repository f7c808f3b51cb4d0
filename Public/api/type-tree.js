/** Which file types are kinds of which, and what people call them. Pure and immutable. */

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
    const seen = new Set();
    const waiting = [identifier];
    for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
      if (type === ancestor) return true;
      if (seen.has(type)) continue;
      seen.add(type);
      waiting.push(...(this.#types.get(type)?.conformsTo ?? []));
    }
    return false;
  }

  /**
   * The name of the kind of a document: "PDF document".
   * @param {Document} document
   */
  nameOf(document) {
    const name = this.#types.get(document.type)?.name;
    if (name) return name;
    const extension = /\.([^.]{1,10})$/.exec(document.name)?.[1];
    return extension ? `${extension.toUpperCase()} file` : "File";
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

  /** @param {Document} document */
  iconOf(document) {
    return ICONS.find(([ancestor]) => ancestor && this.conforms(document.type, ancestor))?.[1] ?? "document";
  }
}
