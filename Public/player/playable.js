/**
 * Whether a browser plays all that a film is made of. Pure.
 *
 * A browser is silent about a track that it cannot decode beside one that it can. The film goes on without its picture, or
 * without its sound. So the tracks that the server knows are compared with what the browser says of itself.
 */

/** @typedef {import("./media-facts.js").MediaFacts} MediaFacts */
/** @typedef {(type: string) => boolean} Plays whether the browser says that it plays a media type */

/**
 * The media types that stand for the codecs, which have FFmpeg's names; codecs that no browser plays are missing.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const TYPES = Object.freeze({
  h264: [`video/mp4; codecs="avc1.640028"`],
  hevc: [`video/mp4; codecs="hvc1.1.6.L120.90"`, `video/mp4; codecs="hev1.1.6.L120.90"`],
  av1: [`video/mp4; codecs="av01.0.05M.08"`, `video/webm; codecs="av01.0.05M.08"`],
  vp8: [`video/webm; codecs="vp8"`],
  vp9: [`video/webm; codecs="vp9"`, `video/mp4; codecs="vp09.00.10.08"`],
  theora: [`video/ogg; codecs="theora"`],
  mpeg4: [`video/mp4; codecs="mp4v.20.9"`],
  h263: [`video/3gpp; codecs="s263"`],
  prores: [`video/quicktime; codecs="apcn"`],
  mjpeg: [`video/quicktime; codecs="jpeg"`],
  aac: [`audio/mp4; codecs="mp4a.40.2"`],
  mp3: ["audio/mpeg"],
  opus: [`audio/ogg; codecs="opus"`, `audio/webm; codecs="opus"`, `audio/mp4; codecs="opus"`],
  vorbis: [`audio/ogg; codecs="vorbis"`, `audio/webm; codecs="vorbis"`],
  flac: ["audio/flac", `audio/mp4; codecs="flac"`],
  alac: [`audio/mp4; codecs="alac"`],
  ac3: [`audio/mp4; codecs="ac-3"`],
  eac3: [`audio/mp4; codecs="ec-3"`],
  dts: [`audio/mp4; codecs="dtsc"`],
  amr_nb: [`audio/3gpp; codecs="samr"`],
});

/** Sound as plain numbers has many codecs, which browsers play alike. */
const NUMBERS = Object.freeze([`audio/wav; codecs="1"`]);

/** The format of the server's conversions. */
const CONVERTED = `video/mp4; codecs="avc1.640028, mp4a.40.2"`;

/**
 * Whether picture or sound would be missing that a conversion has.
 *
 * Where the browser plays no track at all it says so itself, and nothing is foretold.
 * @param {MediaFacts} facts
 * @param {Plays} plays
 */
export function lacksATrack({ tracks }, plays) {
  if (!plays(CONVERTED)) return false;
  const kinds = /** @type {const} */ (["video", "audio"]).map((kind) => tracks.filter((track) => track.kind === kind));
  const played = kinds.filter((those) => those.length > 0).map((those) => those.some(({ codec }) => playsCodec(codec, plays)));
  return played.includes(true) && played.includes(false);
}

/**
 * @param {string} codec
 * @param {Plays} plays
 */
function playsCodec(codec, plays) {
  const types = codec.startsWith("pcm_") ? NUMBERS : TYPES[codec] ?? [];
  return types.some(plays);
}
