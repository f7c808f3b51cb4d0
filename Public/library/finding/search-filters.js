/**
 * Filters in the text of a search, as the server's grammar has them (`type:pdf`, `folder:"Taxes 2024"`): read, added and taken away.
 * The text stays the only state. Pure.
 */

/** @typedef {import("../../api/search-api.js").Facets} Facets */

/** The kinds of filters that chips offer, in their order. */
/** @typedef {"type" | "folder" | "tag" | "year"} FacetKind */

/**
 * A filter in a text. `kind` is the field before the colon in small letters, or `year` for a year's beginning and end.
 * @typedef {object} SearchFilter
 * @property {string} kind
 * @property {string} value
 * @property {boolean} isExcluded whether what it holds for is left out
 * @property {readonly (readonly [number, number])[]} places start and end of its parts in the text
 */

/** @typedef {{readonly kind: FacetKind, readonly value: string, readonly documents: number, readonly text: string}} FacetChoice `text` is its filter */

/** So many values of each kind are offered. */
const MOST_VALUES = 6;

const QUOTES = "\"“”„«»";

/** An item of a query: a word, a phrase, or a field with one of both behind its colon. */
const ITEM = new RegExp(`(-(?=\\S))?(?:(name|type|folder|tag|before|after|pages|size|is):(?=\\S))?(?:[${QUOTES}]([^${QUOTES}]*)[${QUOTES}]?|(\\S+))`, "giu");

const YEAR = /^\d{4}$/;

/**
 * The filters in a text, in their order. A part that is looked for in names is none.
 * @param {string} text
 * @returns {readonly SearchFilter[]}
 */
export function filtersIn(text) {
  /** @type {SearchFilter[]} */
  const filters = [];
  for (const { 0: source, 1: without, 2: field, 3: phrase, 4: word = "", index: start = 0 } of text.matchAll(ITEM)) {
    const kind = field?.toLowerCase();
    if (!kind || kind === "name") continue;
    const filter = { kind, value: phrase ?? word, isExcluded: without !== undefined, places: [/** @type {const} */ ([start, start + (source?.length ?? 0)])] };
    const year = yearOf(filters.at(-1), filter);
    if (year) filters.splice(-1, 1, year);
    else filters.push(filter);
  }
  return filters;
}

/**
 * Two filters that follow one another as one of a year; null where they are none.
 * @param {SearchFilter | undefined} first
 * @param {SearchFilter} second
 * @returns {SearchFilter | null}
 */
function yearOf(first, second) {
  if (first?.kind !== "after" || second.kind !== "before" || first.isExcluded || second.isExcluded) return null;
  if (!YEAR.test(first.value) || !YEAR.test(second.value) || Number(first.value) + 1 !== Number(second.value)) return null;
  return { kind: "year", value: first.value, isExcluded: false, places: [...first.places, ...second.places] };
}

/**
 * Before the words: the last one may still be typed.
 * @param {string} text
 * @param {string} filter
 */
export function withFilter(text, filter) {
  return `${filter} ${text.trimStart()}`;
}

/**
 * @param {string} text
 * @param {SearchFilter} filter one of those in it
 */
export function withoutFilter(text, { places }) {
  let [rest, end] = ["", 0];
  for (const [start, next] of places) {
    rest += text.slice(end, start);
    end = next;
  }
  return (rest + text.slice(end)).replace(/\s+/g, " ").trimStart();
}

/**
 * Whether a text has words beside its filters.
 * @param {string} text
 */
export function hasWords(text) {
  return filtersIn(text).reduceRight((rest, filter) => withoutFilter(rest, filter), text).trim() !== "";
}

/**
 * The values that make fewer of what is found, and are not chosen yet.
 * @param {Facets} facets
 * @param {{text: string, total: number, typeWord: (identifier: string) => string}} search `typeWord` is how a type is typed
 * @returns {readonly FacetChoice[]}
 */
export function facetChoices(facets, { text, total, typeWord }) {
  const chosen = new Set(filtersIn(text).map(({ kind, value }) => `${kind} ${value.toLowerCase()}`));
  /** @type {readonly (readonly [FacetKind, Facets["types"], (value: string) => string | null])[]} */
  const kinds = [
    ["type", facets.types, (value) => `type:${typeWord(value)}`], ["folder", facets.folders, (value) => fieldText("folder", value)],
    ["tag", facets.tags, (value) => fieldText("tag", value)], ["year", facets.years, yearText],
  ];
  return kinds.flatMap(([kind, values, textOf]) => values.flatMap(({ value, documents }) => {
    const filter = textOf(value);
    const typed = kind === "type" ? typeWord(value) : value;
    const isOffered = filter !== null && documents < total && !chosen.has(`${kind} ${typed.toLowerCase()}`);
    return isOffered ? [{ kind, value, documents, text: filter }] : [];
  }).slice(0, MOST_VALUES));
}

/** @param {string} value a year */
function yearText(value) {
  return YEAR.test(value) && value !== "9999" ? `after:${value} before:${String(Number(value) + 1).padStart(4, "0")}` : null;
}

/**
 * A field with its value; null for a value that no query can name.
 * @param {string} field
 * @param {string} value
 */
export function fieldText(field, value) {
  const isPlain = /^\S+$/.test(value) && !QUOTES.includes(value.slice(0, 1)) && !value.endsWith("*");
  if (isPlain) return `${field}:${value}`;
  return value !== "" && ![...QUOTES].some((quote) => value.includes(quote)) ? `${field}:"${value}"` : null;
}
