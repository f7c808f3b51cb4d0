/** Documents dragged onto a folder: a card, or a step of the way up. */

/** The type of the data that a dragged document carries beside its address. */
const KIND = "application/x-sheaf-document";

/**
 * Listens within an element: what is dragged has `data-document`, what takes it `data-folder`.
 * @param {HTMLElement} within
 * @param {(document: string, folder: string) => void} dropped called with an id and a path
 * @param {AbortSignal} signal
 */
export function dragToFolder(within, dropped, signal) {
  /** @type {Element | null} */
  let marked = null;
  const mark = (/** @type {Element | null} */ target) => {
    if (target === marked) return;
    marked?.classList.remove("takes-drop");
    target?.classList.add("takes-drop");
    marked = target;
  };
  within.addEventListener("dragstart", (event) => {
    const id = dataOf(event, "document");
    if (id && event.dataTransfer) event.dataTransfer.setData(KIND, id);
  }, { signal });
  within.addEventListener("dragover", (event) => {
    const target = targetOf(event);
    mark(target);
    if (!target || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
  }, { signal });
  within.addEventListener("drop", (event) => {
    const folder = targetOf(event) && dataOf(event, "folder");
    mark(null);
    const id = event.dataTransfer?.getData(KIND);
    if (!id || folder === null || folder === undefined) return;
    event.preventDefault();
    dropped(id, folder);
  }, { signal });
  within.addEventListener("dragend", () => mark(null), { signal });
  within.addEventListener("dragleave", (event) => {
    if (!within.contains(/** @type {Node | null} */ (event.relatedTarget))) mark(null);
  }, { signal });
}

/** @param {DragEvent} event */
function targetOf(event) {
  if (!event.dataTransfer?.types.includes(KIND)) return null;
  return /** @type {Element} */ (event.target).closest("[data-folder]");
}

/**
 * @param {DragEvent} event
 * @param {"document" | "folder"} name
 */
function dataOf(event, name) {
  const found = /** @type {Element} */ (event.target).closest(`[data-${name}]`);
  return found instanceof HTMLElement ? found.dataset[name] : undefined;
}
