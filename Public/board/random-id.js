/** An id that no other card or stroke has. */
export function randomId() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(8))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
