/** Types of files as they are typed in a search: by an extension that is theirs alone, else by their identifier. Pure. */

/** @typedef {import("../../api/api.js").FileType} FileType */

/** The prefixes with which the server completes a word to an identifier, before it looks at extensions. */
const PREFIXES = Object.freeze(["", "public.", "org.sheaf."]);

/**
 * @param {readonly FileType[]} types
 * @param {string} identifier
 */
export function typeWord(types, identifier) {
  const extension = types.find((type) => type.identifier === identifier)?.extensions?.[0];
  return extension && typeMeant(types, extension)?.identifier === identifier ? extension : identifier;
}

/**
 * The type that a word means; undefined where it is none, or several have that extension.
 * @param {readonly FileType[]} types
 * @param {string} word
 */
export function typeMeant(types, word) {
  const named = types.find(({ identifier }) => PREFIXES.some((prefix) => identifier === prefix + word));
  const extended = types.filter(({ extensions = [] }) => extensions.includes(word.toLowerCase()));
  return named ?? (extended.length === 1 ? extended[0] : undefined);
}
