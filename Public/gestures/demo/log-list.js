/** The log of a demo as a list, the latest on top; messages of one state in a row are one line with their number. */

/** @typedef {import("./event-log.js").Entry} Entry */
/** @typedef {import("./event-log.js").Facts} Facts */

/** @typedef {{readonly state: string, count: number, readonly element: HTMLLIElement}} Line */

/** Lines that are kept on the page. */
const MOST = 40;

export class LogList {
  #list;
  #shown = 0;
  /**
   * The latest line of each name.
   * @type {Map<string, Line>}
   */
  #latest = new Map();

  /** @param {HTMLElement} list */
  constructor(list) {
    this.#list = list;
  }

  /**
   * Shows what is new; a log that has become shorter is another one.
   * @param {readonly (Entry & Facts)[]} entries
   */
  show(entries) {
    if (entries.length < this.#shown) this.#clear();
    for (const entry of entries.slice(this.#shown)) this.#add(entry);
    this.#shown = entries.length;
  }

  #clear() {
    this.#list.replaceChildren();
    this.#shown = 0;
    this.#latest.clear();
  }

  /** @param {Entry & Facts} entry */
  #add({ name, state, ...facts }) {
    let line = this.#latest.get(name);
    if (line?.state !== state) {
      line = { state, count: 0, element: document.createElement("li") };
      this.#list.prepend(line.element);
      this.#latest.set(name, line);
      while (this.#list.children.length > MOST) this.#list.lastElementChild?.remove();
    }
    line.count += 1;
    const title = document.createElement("strong");
    title.textContent = name;
    const details = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`).join(", ");
    line.element.replaceChildren(title, ` ${state}${line.count > 1 ? ` ×${line.count}` : ""}`, document.createElement("br"), details);
  }
}
