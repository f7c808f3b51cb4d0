/** The files in what was dropped; folders are walked, and their names become folders of the workspace. */

/** @typedef {import("./uploader.js").FileInFolder} FileInFolder */

/** Files of the desktop that are not dropped on purpose. */
const IGNORED = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/**
 * Must be called in the drop event itself: what was dropped cannot be reached afterwards.
 * @param {DataTransfer} transfer
 * @returns {Promise<FileInFolder[]>}
 */
export async function droppedFiles(transfer) {
  const items = [...transfer.items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry ? [{ entry, handle: handleOf(item) }] : [];
  });
  if (items.length === 0) return chosenFiles(transfer.files);
  const found = await Promise.all(items.map(async ({ entry, handle }) => {
    const files = await filesOf(entry, "");
    return entry.isFile ? files.map((file) => ({ ...file, handle })) : files;
  }));
  return found.flat();
}

/**
 * The handle by which a dropped file can be read again after a reload; null where the browser gives none.
 * @param {DataTransferItem} item
 * @returns {Promise<FileSystemFileHandle | null>}
 */
async function handleOf(item) {
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  return handle?.kind === "file" ? /** @type {FileSystemFileHandle} */ (handle) : null;
}

/**
 * @param {Iterable<File>} files
 * @returns {FileInFolder[]}
 */
export function chosenFiles(files) {
  return [...files].map((file) => ({ file, folder: folderOf(file.webkitRelativePath) }));
}

/** @param {string} path */
function folderOf(path) {
  return path.split("/").slice(0, -1).join("/");
}

/**
 * @param {FileSystemEntry} entry
 * @param {string} folder
 * @returns {Promise<FileInFolder[]>}
 */
async function filesOf(entry, folder) {
  if (IGNORED.has(entry.name)) return [];
  if (entry.isFile) return [{ file: await fileOf(/** @type {FileSystemFileEntry} */ (entry)), folder }];
  const inner = folder ? `${folder}/${entry.name}` : entry.name;
  const children = await childrenOf(/** @type {FileSystemDirectoryEntry} */ (entry));
  const found = await Promise.all(children.map((child) => filesOf(child, inner)));
  return found.flat();
}

/**
 * @param {FileSystemFileEntry} entry
 * @returns {Promise<File>}
 */
function fileOf(entry) {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/**
 * A reader hands out children in parts (a hundred in Chromium) until it hands out none.
 * @param {FileSystemDirectoryEntry} entry
 */
async function childrenOf(entry) {
  const reader = entry.createReader();
  /** @type {FileSystemEntry[]} */
  const children = [];
  for (;;) {
    const part = await new Promise((/** @type {(part: FileSystemEntry[]) => void} */ resolve, reject) =>
      reader.readEntries(resolve, reject));
    if (part.length === 0) return children;
    children.push(...part);
  }
}
