/** How long to wait before trying again. Pure; chance is handed in. */

const FIRST_MILLISECONDS = 1000;
const LONGEST_MILLISECONDS = 30_000;

/**
 * Doubles from one second to thirty; half of it is chance, so that clients do not come back all at once.
 * @param {number} attempt from 0
 * @param {number} chance 0 to 1
 */
export function backoff(attempt, chance) {
  const longest = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** attempt);
  return Math.round(longest * (0.5 + chance / 2));
}
