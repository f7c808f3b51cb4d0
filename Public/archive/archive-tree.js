/** The entries of an archive as a tree of folders. Pure. */

/**
 * An entry as the API has it.
 * @typedef {object} Entry
 * @property {number} number
 * @property {string} path
 * @property {"file" | "folder" | "other"} kind
 * @property {number} [size] in bytes
 * @property {string} [modified] RFC 3339
 * @property {string} [type]
 * @property {boolean} encrypted
 */

/**
 * A file or folder; `size` of a folder is that of all in it.
 * @typedef {{name: string, path: string, entry: Entry | null, folder: boolean, size: number, children: TreeNode[]}} TreeNode
 */

/** A line of the tree; `parent` is the line of the folder around it, or -1. */
/** @typedef {{node: TreeNode, depth: number, parent: number, open: boolean}} TreeRow */

/**
 * The folder around all entries. Many archives name the folders in paths alone; steps out of the archive are left out.
 * @param {readonly Entry[]} entries
 * @returns {TreeNode}
 */
export function archiveTree(entries) {
  const root = folderNode("", "");
  /** @type {Map<string, TreeNode>} */
  const folders = new Map([["", root]]);
  for (const entry of entries) {
    const parts = entry.path.split(/[/\\]/u).filter((part) => part !== "" && part !== "." && part !== "..");
    const name = parts[parts.length - 1];
    if (name === undefined) continue;
    if (entry.kind === "folder") {
      folderAt(folders, parts).entry = entry;
      continue;
    }
    const parent = folderAt(folders, parts.slice(0, -1));
    const size = entry.size ?? 0;
    parent.children.push({ name, path: parts.join("/"), entry, folder: false, size, children: [] });
  }
  settle(folders);
  return root;
}

/**
 * @param {string} name
 * @param {string} path
 * @returns {TreeNode}
 */
function folderNode(name, path) {
  return { name, path, entry: null, folder: true, size: 0, children: [] };
}

/**
 * The folder of a path; made with those around it when it is new.
 * @param {Map<string, TreeNode>} folders
 * @param {readonly string[]} parts
 * @returns {TreeNode}
 */
function folderAt(folders, parts) {
  const known = folders.get(parts.join("/"));
  if (known) return known;
  let parent = /** @type {TreeNode} */ (folders.get(""));
  parts.forEach((name, index) => {
    const path = parts.slice(0, index + 1).join("/");
    let folder = folders.get(path);
    if (!folder) {
      folder = folderNode(name, path);
      folders.set(path, folder);
      parent.children.push(folder);
    }
    parent = folder;
  });
  return parent;
}

/**
 * Sorts all folders and sums their sizes; inner folders come first, because they were made last.
 * @param {Map<string, TreeNode>} folders
 */
function settle(folders) {
  const order = new Intl.Collator(undefined, { numeric: true });
  for (const folder of [...folders.values()].sort((one, other) => depth(other) - depth(one))) {
    folder.children.sort((one, other) => Number(other.folder) - Number(one.folder) || order.compare(one.name, other.name));
    folder.size = folder.children.reduce((sum, { size }) => sum + size, 0);
  }
}

/** @param {TreeNode} folder */
function depth(folder) {
  return folder.path === "" ? 0 : folder.path.split("/").length;
}

/** The lines of a folder that are shown at once; the rest is shown on demand. */
export const ROWS_AT_ONCE = 500;

/**
 * The lines to show: those of open folders, and of each no more than `most` says.
 * @param {TreeNode} root
 * @param {ReadonlySet<string>} open paths of the open folders
 * @param {ReadonlyMap<string, number>} [most] lines of folders of which more than {@link ROWS_AT_ONCE} are wanted
 * @returns {{rows: TreeRow[], cut: string[]}} `cut` has the paths of folders that have more
 */
export function treeRows(root, open, most = new Map()) {
  /** @type {TreeRow[]} */
  const rows = [];
  /** @type {string[]} */
  const cut = [];
  /** @type {(folder: TreeNode, depth: number, parent: number) => void} */
  const add = (folder, depth, parent) => {
    const limit = most.get(folder.path) ?? ROWS_AT_ONCE;
    if (folder.children.length > limit) cut.push(folder.path);
    for (const node of folder.children.slice(0, limit)) {
      const isOpen = node.folder && open.has(node.path);
      rows.push({ node, depth, parent, open: isOpen });
      if (isOpen) add(node, depth + 1, rows.length - 1);
    }
  };
  add(root, 0, -1);
  return { rows, cut };
}

/**
 * The folders that are open at first: those that are alone in theirs.
 * @param {TreeNode} root
 * @returns {Set<string>}
 */
export function openAtFirst(root) {
  const open = new Set();
  let folder = root;
  for (let only = folder.children[0]; folder.children.length === 1 && only?.folder; only = folder.children[0]) {
    open.add(only.path);
    folder = only;
  }
  return open;
}
