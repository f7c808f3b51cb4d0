/** The files that a chooser takes. Pure. */

/**
 * Whether a file is of one of the kinds that a chooser takes, as a browser decides it.
 * @param {string} accept as of an input; "" for every kind
 * @param {{name: string, type: string}} file
 */
export function isAccepted(accept, { name, type }) {
  return accept === "" || accept.split(",").some((kind) => {
    if (kind.startsWith(".")) return name.toLowerCase().endsWith(kind);
    return kind.endsWith("/*") ? type.startsWith(kind.slice(0, -1)) : type === kind;
  });
}
