/**
 * Affine maps of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty, the coefficients of canvas and of CSS `matrix()`.
 * Immutable, pure.
 */

/** @typedef {import("./point.js").Point} Point */

/** @typedef {import("./rect.js").Rect} Rect */

/**
 * @typedef {object} Affine
 * @property {number} a
 * @property {number} b
 * @property {number} c
 * @property {number} d
 * @property {number} tx
 * @property {number} ty
 */

/** The map that leaves everything where it is. */
export const IDENTITY = Object.freeze({ a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 });

/**
 * @param {number} x
 * @param {number} y
 * @returns {Affine}
 */
export function translation(x, y) {
  return { ...IDENTITY, tx: x, ty: y };
}

/**
 * @param {number} x
 * @param {number} y the same as `x` where left out
 * @returns {Affine}
 */
export function scaling(x, y = x) {
  return { ...IDENTITY, a: x, d: y };
}

/**
 * @param {number} angle radians, clockwise on a screen
 * @returns {Affine}
 */
export function rotation(angle) {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return { a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0 };
}

/**
 * The map that does `maps` from right to left, as products of matrices are written: `compose(T, R, S)` scales first.
 * @param {...Affine} maps
 * @returns {Affine}
 */
export function compose(...maps) {
  return maps.reduce(product, IDENTITY);
}

/**
 * @param {Affine} m done last
 * @param {Affine} n done first
 * @returns {Affine}
 */
function product(m, n) {
  return {
    a: m.a * n.a + m.c * n.b,
    b: m.b * n.a + m.d * n.b,
    c: m.a * n.c + m.c * n.d,
    d: m.b * n.c + m.d * n.d,
    tx: m.a * n.tx + m.c * n.ty + m.tx,
    ty: m.b * n.tx + m.d * n.ty + m.ty,
  };
}

/**
 * @param {Affine} m
 * @param {Point} point
 * @returns {Point}
 */
export function apply(m, { x, y }) {
  return { x: m.a * x + m.c * y + m.tx, y: m.b * x + m.d * y + m.ty };
}

/**
 * The map back, or null where there is none: the plane is squashed onto a line (scale 0), or a coefficient is
 * no finite number.
 * @param {Affine} m
 * @returns {Affine | null}
 */
export function invert(m) {
  const determinant = m.a * m.d - m.b * m.c;
  const back = {
    a: m.d / determinant,
    b: -m.b / determinant,
    c: -m.c / determinant,
    d: m.a / determinant,
    tx: (m.c * m.ty - m.d * m.tx) / determinant,
    ty: (m.b * m.tx - m.a * m.ty) / determinant,
  };
  // A sum is finite only where all its parts are.
  return Number.isFinite(back.a + back.b + back.c + back.d + back.tx + back.ty) ? back : null;
}

/**
 * The least axis-parallel rectangle round the image of a rectangle.
 * @param {Affine} m
 * @param {Rect} rect
 * @returns {Rect}
 */
export function imageBounds(m, rect) {
  const center = apply(m, { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
  const width = Math.abs(m.a) * rect.width + Math.abs(m.c) * rect.height;
  const height = Math.abs(m.b) * rect.width + Math.abs(m.d) * rect.height;
  return { x: center.x - width / 2, y: center.y - height / 2, width, height };
}
