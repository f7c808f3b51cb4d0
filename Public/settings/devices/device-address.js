/** The address at which another device reaches the server. Pure. */

/**
 * Whether an address means the device itself on which it is opened, so that no other one gets here by it.
 * @param {string} hostname as in `location`
 */
export function isOwnMachine(hostname) {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * The addresses that a code may lead to, the best first. It is the one that this browser uses; where that means this
 * machine itself, it is those of the machine in its networks. Where none of them is reached, there is only this one.
 * @param {{readonly origin: string, readonly hostname: string}} location
 * @param {{readonly reach: "this-machine" | "network", readonly addresses: readonly string[]}} server
 * @returns {readonly string[]}
 */
export function addressesFor({ origin, hostname }, { reach, addresses }) {
  if (!isOwnMachine(hostname)) return [origin];
  return reach === "network" && addresses.length > 0 ? addresses : [origin];
}

/**
 * A code in two halves, so that it is typed without a mistake: "AB12-CD34".
 * @param {string} code
 */
export function inHalves(code) {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)}-${code.slice(half)}`;
}

/**
 * The time that is left, as minutes and seconds: "4:05".
 * @param {number} milliseconds
 */
export function timeLeft(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
