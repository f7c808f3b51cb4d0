/**
 * Changes of rules against the state in which they were read: a rule that was changed elsewhere is not written over unseen.
 *
 *     sent with the tag that was read ──done──► kept
 *        └ refused: the rules are read anew ──the rule is the same──► sent once more, with the tag of now
 *                                              └ another, or gone ──► RuleConflict, with the rule as it is now
 */

import { ApiProblem } from "../../api/api-problem.js";
import { isSame } from "../settings.js";

/** @typedef {import("../../api/rule-api.js").Rule} Rule */

/** HTTP: the state is not the one that was read (RFC 9110, 15.5.13). */
const PRECONDITION_FAILED = 412;

/** A rule was changed elsewhere since it was read. */
export class RuleConflict extends Error {
  /**
   * The rule as it is now; null where it was removed.
   * @type {Rule | null}
   */
  current;

  /** @param {Rule | null} current */
  constructor(current) {
    super("the rule was changed elsewhere");
    this.name = "RuleConflict";
    this.current = current;
  }
}

/**
 * Whether two rules say the same. Their tags may differ all the same: a folder came or went.
 * @param {Rule} one
 * @param {Rule} other
 */
export function saysTheSame(one, other) {
  const said = (/** @type {Rule} */ { name, query, actions: { tags, folder, favourite }, on }) => [name, query, [...tags], folder, favourite, on];
  return isSame(said(one), said(other));
}

/**
 * Sends a change of a rule; throws {@link RuleConflict} where it was changed elsewhere.
 * @template Result
 * @param {Rule} rule as it was read
 * @param {(etag: string | undefined) => Promise<Result>} send
 * @param {() => Promise<readonly Rule[]>} read the rules as they are now
 * @returns {Promise<Result>}
 */
export async function sendAgainst(rule, send, read) {
  try {
    return await send(rule.etag);
  } catch (error) {
    if (!isStale(error)) throw error;
  }
  const current = (await read()).find(({ id }) => id === rule.id) ?? null;
  if (!current || !saysTheSame(current, rule)) throw new RuleConflict(current);
  try {
    return await send(current.etag);
  } catch (error) {
    throw isStale(error) ? new RuleConflict(current) : error;
  }
}

/** @param {unknown} error */
function isStale(error) {
  return ApiProblem.from(error).status === PRECONDITION_FAILED;
}
