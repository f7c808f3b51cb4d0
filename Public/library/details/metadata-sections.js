/** The metadata of a document as sections of rows for people. Pure. */

import { encodingFault, numberInWords, sizeInWords } from "../../api/words.js";

/**
 * The answer of `GET …/metadata`.
 * @typedef {object} Description
 * @property {string} typeName
 * @property {number} size
 * @property {Readonly<Record<string, string>>} fields
 * @property {number} [pageCount]
 * @property {"points" | "pixels"} [unit]
 * @property {readonly {width: number, height: number, count: number}[]} [pageFormats]
 * @property {readonly {name: string, description?: string, size?: number}[]} [attachments]
 * @property {readonly {name: string, kind: string, value?: string, page: number}[]} [formFields]
 * @property {readonly {name: string, format: string, isEmbedded: boolean}[]} [fonts]
 * @property {{values: Readonly<Record<string, string>>, latitude?: number, longitude?: number}} [camera]
 * @property {{duration: number | null, container: string, bitRate?: number, tracks: readonly MediaTrack[],
 *   chapters?: readonly {title: string, start: number}[]}} [media]
 * @property {{encoding: string | null, confidence: number}} [text]
 * @property {{code: string, detail: string}} [reason]
 */

/**
 * @typedef {{index: number, kind: string, codec: string, language?: string, title?: string, width?: number, height?: number,
 *   frameRate?: number, channels?: number, sampleRate?: number}} MediaTrack
 */

/**
 * @typedef {object} Row
 * @property {string} label
 * @property {string} value
 * @property {string} [link] a download
 */

/** @typedef {{title: string, rows: Row[], long?: boolean}} Section `long` is folded at first */

const FIELDS = Object.freeze({
  title: "Title", from: "From", to: "To", cc: "Cc", author: "Author", artist: "Artist", album: "Album", subject: "Subject",
  keywords: "Keywords", comment: "Comment", publisher: "Publisher", language: "Language", genre: "Genre", date: "Date",
  created: "Created", modified: "Changed", lastAuthor: "Changed by", creator: "Made with", producer: "Converted by",
  version: "PDF version", colours: "Colours", depth: "Bits per sample", resolution: "Pixels per inch", frames: "Frames", duration: "Length (s)", format: "Format", files: "Files", contentBytes: "Bytes of files",
  trackers: "Trackers", issuer: "Issued by", names: "Names", validFrom: "Valid from", validUntil: "Valid until", key: "Key",
  signature: "Signature", serial: "Serial number", fingerprint: "SHA-256", entries: "Entries",
});

const CAMERA = Object.freeze({
  Make: "Maker", Model: "Camera", LensModel: "Lens", DateTimeOriginal: "Taken", ExposureTime: "Exposure", FNumber: "Aperture",
  ISOSpeedRatings: "ISO", PhotographicSensitivity: "ISO", FocalLength: "Focal length", Flash: "Flash", Copyright: "Copyright",
});

/** Paper by its size in points, upright. */
const PAPERS = Object.freeze([
  { name: "A3", width: 842, height: 1191 }, { name: "A4", width: 595, height: 842 }, { name: "A5", width: 420, height: 595 },
  { name: "Letter", width: 612, height: 792 }, { name: "Legal", width: 612, height: 1008 },
]);

/** A list of more chapters is folded at first. */
const MOST_CHAPTERS = 12;

const KINDS = Object.freeze({ video: "Picture", audio: "Sound", subtitles: "Subtitles", cover: "Cover" });

/**
 * @param {Description} found
 * @param {{attachment: (number: number) => string, date: (moment: string) => string, time: (seconds: number) => string}} show
 * @returns {Section[]}
 */
export function metadataSections(found, show) {
  return [
    { title: "File", rows: [row("Kind", found.typeName), row("Size", sizeInWords(found.size)), ...encoding(found)] },
    { title: "Document", rows: named(FIELDS, dated(found.fields, show.date)) },
    { title: "Pages", rows: pages(found) },
    { title: "Tracks", rows: media(found, show.time) },
    chapters(found, show.time),
    { title: "Camera", rows: camera(found) },
    { title: "Attachments", rows: attachments(found, show.attachment) },
    { title: "Form", rows: (found.formFields ?? []).map(({ name, kind, value, page }) => row(name || kind, value ?? `${kind}, page ${numberInWords(page)}`)), long: true },
    { title: "Fonts", rows: (found.fonts ?? []).map(({ name, format, isEmbedded }) => row(name || "Unnamed", isEmbedded ? format : `${format}, not embedded`)), long: true },
  ].filter(({ rows }) => rows.length > 0);
}

/**
 * The size of a page in words: a paper's name, or millimetres; pixels where it is one of an image.
 * @param {{width: number, height: number}} size
 * @param {"points" | "pixels"} unit
 */
export function pageSizeInWords({ width, height }, unit) {
  if (unit === "pixels") return `${width} × ${height} px`;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const paper = PAPERS.find((one) => Math.abs(one.width - short) < 2 && Math.abs(one.height - long) < 2);
  const inches = 25.4 / 72;
  const measured = `${Math.round(width * inches)} × ${Math.round(height * inches)} mm`;
  return paper ? `${paper.name}${width > height ? " across" : ""}, ${measured}` : measured;
}

/**
 * @param {string} label
 * @param {string} value
 * @returns {Row}
 */
function row(label, value) {
  return { label, value };
}

/**
 * @param {Readonly<Record<string, string>>} names
 * @param {Readonly<Record<string, string>>} values
 */
function named(names, values) {
  return Object.entries(names).filter(([name]) => values[name]).map(([name, label]) => row(label, values[name] ?? ""));
}

/**
 * @param {Readonly<Record<string, string>>} fields
 * @param {(moment: string) => string} date
 */
function dated(fields, date) {
  // A film has a year for a date, a message a moment.
  const isDate = (/** @type {string} */ name, /** @type {string} */ value) =>
    ["created", "modified", "validFrom", "validUntil"].includes(name) || (name === "date" && value.includes("T"));
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isDate(name, value) ? date(value) : value]));
}

/** @param {Description} found */
function encoding({ text }) {
  if (!text) return [];
  const fault = encodingFault(text);
  return [row("Encoding", text.encoding ?? "Not known"), ...(fault ? [row("Characters", fault)] : [])];
}

/** @param {Description} found */
function pages({ pageCount, pageFormats = [], unit = "points" }) {
  if (!pageCount) return [];
  const [first, ...rest] = pageFormats;
  if (!first) return [row("Pages", numberInWords(pageCount))];
  if (pageCount === 1) return [row("Size of the page", pageSizeInWords(first, unit))];
  const sizes = rest.length ? pageFormats.slice(0, 5).map((format) => row(`${numberInWords(format.count)} ×`, pageSizeInWords(format, unit))) : [];
  return [row("Pages", numberInWords(pageCount)), ...(rest.length ? sizes : [row("Size", pageSizeInWords(first, unit))])];
}

/**
 * @param {Description} found
 * @param {(seconds: number) => string} time
 */
function media({ media }, time) {
  if (!media) return [];
  const length = media.duration === null ? [] : [row("Length", time(media.duration))];
  const rate = media.bitRate ? [row("Rate", `${Math.round(media.bitRate / 1000)} kbit/s`)] : [];
  return [...length, ...media.tracks.map((track) => row(trackKind(track.kind), trackInWords(track))), ...rate];
}

/**
 * @param {Description} found
 * @param {(seconds: number) => string} time
 * @returns {Section}
 */
function chapters({ media }, time) {
  const rows = (media?.chapters ?? []).map(({ title, start }, index) => row(title || `Chapter ${numberInWords(index + 1)}`, time(start)));
  return { title: "Chapters", rows, long: rows.length > MOST_CHAPTERS };
}

/** @param {string} kind */
function trackKind(kind) {
  return /** @type {Readonly<Record<string, string>>} */ (KINDS)[kind] ?? kind;
}

/** @param {MediaTrack} track */
function trackInWords({ codec, width, height, frameRate, channels, sampleRate, language, title }) {
  return [
    title, language, codec, width && height ? `${width} × ${height}` : null, frameRate ? `${frameRate} fps` : null,
    sampleRate ? `${sampleRate / 1000} kHz` : null, channels === 1 ? "mono" : channels === 2 ? "stereo" : channels ? `${channels} channels` : null,
  ].filter(Boolean).join(", ");
}

/** @param {Description} found */
function camera({ camera }) {
  if (!camera) return [];
  const { latitude, longitude, values } = camera;
  const hasPlace = latitude !== undefined && longitude !== undefined;
  return [...named(CAMERA, values), ...(hasPlace ? [row("Place", `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)] : [])];
}

/**
 * @param {Description} found
 * @param {(number: number) => string} address
 */
function attachments({ attachments = [] }, address) {
  return attachments.map(({ name, size }, number) => ({ label: name, value: size === undefined ? "" : sizeInWords(size), link: address(number) }));
}
