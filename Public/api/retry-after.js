/** The header Retry-After (RFC 9110, 10.2.3). Pure. */

/**
 * After how many seconds something may be tried again; null where that is not said, or not understood.
 * @param {string | null} header a number of seconds, or a date
 * @param {number} now milliseconds since 1970
 * @returns {number | null}
 */
export function secondsOf(header, now) {
  const text = (header ?? "").trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // `Date` takes much more for a date than HTTP does.
  const moment = /^[A-Z][a-z]{2,8}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? null : Math.max(0, (moment - now) / 1000);
}
