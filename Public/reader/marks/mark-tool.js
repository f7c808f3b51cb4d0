/** The tool in the hand: what it draws, in which colour, and how wide. Pure but for what it keeps. */

import { text } from "../../shell/texts.js";
import { INKS } from "../../ink/ink-colors.js";

/** @typedef {import("./annotation.js").MarkKind} MarkKind */
/** @typedef {MarkKind | "eraser"} ToolName */

/** @type {readonly {tool: ToolName, label: string, icon: string, key: string}[]} */
export const TOOLS = Object.freeze([
  { tool: "highlight", label: text("Highlighter"), icon: "highlighter", key: "1" },
  { tool: "underline", label: text("Underline"), icon: "underline", key: "2" },
  { tool: "strikeout", label: text("Strike out"), icon: "strikeout", key: "3" },
  { tool: "ink", label: text("Pen"), icon: "pen", key: "4" },
  { tool: "note", label: text("Note"), icon: "note", key: "5" },
  { tool: "rectangle", label: text("Rectangle"), icon: "rectangle", key: "6" },
  { tool: "ellipse", label: text("Ellipse"), icon: "ellipse", key: "7" },
  { tool: "arrow", label: text("Arrow"), icon: "arrow", key: "8" },
  { tool: "line", label: text("Line"), icon: "line", key: "9" },
  { tool: "eraser", label: text("Eraser"), icon: "eraser", key: "0" },
]);

const HIGHLIGHTS = Object.freeze([
  { name: text("Yellow"), color: "#ffd64f" }, { name: text("Green"), color: "#8ee08a" }, { name: text("Blue"), color: "#8ecdf7" },
  { name: text("Pink"), color: "#f9a8cf" }, { name: text("Orange"), color: "#ffb45c" }, { name: text("Purple"), color: "#cdb4f6" },
]);

/** In page units. */
export const WIDTHS = Object.freeze([{ name: text("Fine"), width: 1 }, { name: text("Medium"), width: 2 }, { name: text("Broad"), width: 4 }]);

/** @param {ToolName} tool */
export function colorsOf(tool) {
  return tool === "highlight" || tool === "note" ? HIGHLIGHTS : INKS;
}

/** @param {ToolName} tool */
export function hasWidth(tool) {
  return ["ink", "rectangle", "ellipse", "arrow", "line"].includes(tool);
}

export class MarkTool {
  #kept;
  /** @type {{colors: Partial<Record<ToolName, string>>, width: number}} */
  #chosen;
  /**
   * Null while a hand only reads.
   * @type {ToolName | null}
   */
  name = null;

  /** @param {import("./document-marks.js").Kept} kept colours and width that were chosen last */
  constructor(kept) {
    this.#kept = kept;
    this.#chosen = readChoice(kept.get());
  }

  /** @param {ToolName} tool */
  colorOf(tool) {
    const known = colorsOf(tool).some(({ color }) => color === this.#chosen.colors[tool]);
    const usual = tool === "underline" || tool === "strikeout" ? INKS[2] : colorsOf(tool)[0];
    return (known && this.#chosen.colors[tool]) || (usual?.color ?? "#1c1a18");
  }

  /** The width of its lines, in page units. */
  get width() {
    return this.#chosen.width;
  }

  /** @param {{color?: string, width?: number}} choice */
  choose({ color, width }) {
    if (color && this.name) this.#chosen.colors[this.name] = color;
    if (width) this.#chosen.width = width;
    this.#kept.set(JSON.stringify(this.#chosen));
  }
}

/**
 * @param {string | null} text
 * @returns {{colors: Partial<Record<ToolName, string>>, width: number}}
 */
function readChoice(text) {
  try {
    const { colors = {}, width } = JSON.parse(text ?? "{}");
    return { colors, width: WIDTHS.some((one) => one.width === width) ? width : 2 };
  } catch {
    return { colors: {}, width: 2 };
  }
}
