/** Archives of chosen documents and folders: ordered first, and then fetched as any file is. */

/**
 * @param {Pick<import("./api.js").Api, "ask">} api
 * @param {{documents: readonly string[], folders: readonly string[]}} chosen ids, and paths
 * @returns {Promise<string>} where the browser fetches the archive
 */
export async function orderArchive(api, chosen) {
  const headers = { "Content-Type": "application/json" };
  /** @type {{url: string}} */
  const { url } = await api.ask("/archives", { method: "POST", headers, body: JSON.stringify(chosen) });
  return url;
}
