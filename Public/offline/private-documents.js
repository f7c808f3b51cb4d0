/** Documents that leave nothing in a browser: neither their names, nor their pictures, nor the places in them. Pure. */

/** The tag that marks one, however it is written. */
const MARK = "private";

/** @param {{readonly tags?: readonly string[]}} document */
export function isPrivate({ tags = [] }) {
  return tags.some((tag) => tag.toLowerCase() === MARK);
}
