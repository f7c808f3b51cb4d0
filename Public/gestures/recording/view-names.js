/** Names of views that hold from one page load to the next: what was touched is found again by them. */

/**
 * @typedef {object} ViewNames
 * @property {(thing: unknown) => string | null} nameOf of what a sample hit: the target that its source knew, or the view
 * @property {(name: string) => object | null} find what becomes the target of the sample that is played
 */

/** The attribute that names an element for good. */
const ATTRIBUTE = "data-gesture-name";

/**
 * Names elements of a surface by the `data-gesture-name` or id of the nearest element that has one. Places among the
 * children follow: `card/0/2`. The surface itself is the empty name.
 * @implements {ViewNames}
 */
export class ElementNames {
  #root;

  /** @param {Element} root the surface */
  constructor(root) {
    this.#root = root;
  }

  /**
   * @param {unknown} thing an element, or its view
   * @returns {string | null} null for what is not on the surface
   */
  nameOf(thing) {
    const element = elementOf(thing);
    return element && this.#root.contains(element) ? this.#pathTo(element).join("/") : null;
  }

  /**
   * @param {Element} element
   * @returns {(string | number)[]}
   */
  #pathTo(element) {
    const parent = element === this.#root ? null : element.parentElement;
    if (!parent) return [""];
    const name = element.getAttribute(ATTRIBUTE) ?? element.id;
    return name ? [name] : [...this.#pathTo(parent), [...parent.children].indexOf(element)];
  }

  /**
   * @param {string} name
   * @returns {Element | null}
   */
  find(name) {
    const [start = "", ...path] = name.split("/");
    let element = start === "" ? this.#root : this.#named(start);
    for (const index of path) element = element?.children[Number(index)] ?? null;
    return element;
  }

  /**
   * @param {string} name
   * @returns {Element | null}
   */
  #named(name) {
    for (const element of this.#root.querySelectorAll(`[${ATTRIBUTE}], [id]`)) {
      if ((element.getAttribute(ATTRIBUTE) ?? element.id) === name) return element;
    }
    return null;
  }
}

/**
 * @param {unknown} thing
 * @returns {Element | null}
 */
function elementOf(thing) {
  const { element = thing } = /** @type {{element?: unknown}} */ (thing ?? {});
  return element instanceof Element ? element : null;
}
