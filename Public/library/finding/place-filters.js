/** The words of a search with the library's place as filters: what is found lies in the place that is shown. Pure. */

import { placeOf } from "../places.js";
import { fieldText } from "./search-filters.js";

/**
 * @param {import("../places.js").Query} query
 * @returns {string | null} null where nothing is looked for, or no filter says what the place has
 */
export function textInPlace({ place, folder, name, q }) {
  const { id, type, trashed, folders, favourite, within, bare, listed } = placeOf(place);
  if (q === "" || bare || trashed || listed) return null;
  const filters = [
    ...(folders && folder ? [fieldText("folder", folder)] : []), ...(within ? [fieldText("folder", within)] : []),
    ...(id === "tag" ? [fieldText("tag", name)] : []), ...(type ? [fieldText("type", type)] : []), ...(favourite ? ["is:favourite"] : []),
  ];
  return filters.includes(null) ? null : [...filters, q].join(" ");
}

/** The longest name that a rule gets from its search, in characters. */
const LONGEST_NAME = 60;

/**
 * The section of the settings that makes a rule of a search.
 * @param {import("../places.js").Query} query
 * @param {string} name of the rule at first
 * @returns {string | null} null where no rule can look for it
 */
export function ruleSection(query, name) {
  const text = textInPlace(query);
  return text === null ? null : `rules?${new URLSearchParams({ search: text, name: name.slice(0, LONGEST_NAME) })}`;
}
