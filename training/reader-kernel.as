// The inner loops of the reader, in AssemblyScript. training/reader-kernel.mjs compiles this file and writes
// src/routing/understand/reader/kernel.ts.
//
// Activations lie by feature, then by token: row f holds feature f of all tokens, `room` of them, a multiple of 4, so that four
// tokens are worked on at once. Weights are bytes of 0 to 127 that stand for the number less a zero point.

// @ts-ignore: decorator
@inline
function at(base: usize, row: i32, room: i32, token: i32): usize {
  return base + ((<usize>row * room + token) << 2)
}

/**
 * Rounds each token to -127 to 127 and packs four features side by side. `scales` gets what turns a token back, `sums` the sum of
 * its numbers, which the zero point of the weights is taken off with.
 */
export function round(values: usize, features: i32, room: i32, packed: usize, scales: usize, sums: usize): void {
  for (let token = 0; token < room; token += 4) {
    let largest = f32x4.splat(1e-9)
    for (let f = 0; f < features; f++) largest = f32x4.max(largest, f32x4.abs(v128.load(at(values, f, room, token))))
    const factor = f32x4.div(f32x4.splat(127), largest)
    v128.store(scales + (token << 2), f32x4.div(largest, f32x4.splat(127)))
    let sum = i32x4.splat(0)
    const byte = i32x4.splat(255)
    for (let f = 0; f < features; f += 4) {
      const a = whole(v128.load(at(values, f, room, token)), factor)
      const b = whole(v128.load(at(values, f + 1, room, token)), factor)
      const c = whole(v128.load(at(values, f + 2, room, token)), factor)
      const d = whole(v128.load(at(values, f + 3, room, token)), factor)
      sum = i32x4.add(sum, i32x4.add(i32x4.add(a, b), i32x4.add(c, d)))
      const low = v128.or(v128.and(a, byte), i32x4.shl(v128.and(b, byte), 8))
      const high = v128.or(i32x4.shl(v128.and(c, byte), 16), i32x4.shl(d, 24))
      v128.store(at(packed, f >> 2, room, token), v128.or(low, high))
    }
    v128.store(sums + (token << 2), sum)
  }
}

// @ts-ignore: decorator
@inline
function whole(value: v128, factor: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(value, factor)))
}

/**
 * Each row of the outcome: the rounded tokens times a row of weights, scaled back, plus the row's bias. Eight rows at a time, of which four
 * columns of each lie side by side.
 */
export function dense(
  packed: usize, scales: usize, sums: usize, room: i32,
  weights: usize, columns: i32, rows: i32, zero: i32, rowScales: usize, biases: usize, out: usize,
): void {
  const step = <usize>room << 2
  for (let row = 0; row < rows; row += 8) {
    for (let token = 0; token < room; token += 4) {
      let from = packed + (token << 2)
      let w = weights + <usize>row * columns
      const last = w + (columns << 3)
      let a0 = i32x4.mul(v128.load(sums + (token << 2)), i32x4.splat(-zero))
      let a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0
      while (w < last) {
        const x = v128.load(from)
        a0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(x, v128.load32_splat(w, 0), a0)
        a1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(x, v128.load32_splat(w, 4), a1)
        a2 = i32x4.relaxed_dot_i8x16_i7x16_add_s(x, v128.load32_splat(w, 8), a2)
        a3 = i32x4.relaxed_dot_i8x16_i7x16_add_s(x, v128.load32_splat(w, 12), a3)
        a4 = i32x4.relaxed_dot_i8x16_i7x16_add_s(x, v128.load32_splat(w, 16), a4)
        a5 = i32x4.relaxed_dot_i8x16_i7x16_add_s(x, v128.load32_splat(w, 20), a5)
        a6 = i32x4.relaxed_dot_i8x16_i7x16_add_s(x, v128.load32_splat(w, 24), a6)
        a7 = i32x4.relaxed_dot_i8x16_i7x16_add_s(x, v128.load32_splat(w, 28), a7)
        from += step
        w += 32
      }
      const s = v128.load(scales + (token << 2))
      back(a0, s, row + 0, rowScales, biases, at(out, row + 0, room, token))
      back(a1, s, row + 1, rowScales, biases, at(out, row + 1, room, token))
      back(a2, s, row + 2, rowScales, biases, at(out, row + 2, room, token))
      back(a3, s, row + 3, rowScales, biases, at(out, row + 3, room, token))
      back(a4, s, row + 4, rowScales, biases, at(out, row + 4, room, token))
      back(a5, s, row + 5, rowScales, biases, at(out, row + 5, room, token))
      back(a6, s, row + 6, rowScales, biases, at(out, row + 6, room, token))
      back(a7, s, row + 7, rowScales, biases, at(out, row + 7, room, token))
    }
  }
}

/**
 * The same for weights of 4 bits: 32 columns at a time are summed in 16 bits, which hold 8 times two products of at most 127 * 15. This is
 * 1.6 times as fast on x64, which cannot add four products in one instruction, and slower on arm64, which can.
 */
export function denseNarrow(
  packed: usize, scales: usize, sums: usize, room: i32,
  weights: usize, columns: i32, rows: i32, zero: i32, rowScales: usize, biases: usize, out: usize,
): void {
  const step = <usize>room << 2
  for (let row = 0; row < rows; row += 8) {
    for (let token = 0; token < room; token += 4) {
      let from = packed + (token << 2)
      let w = weights + <usize>row * columns
      const last = w + (columns << 3)
      let a0 = i32x4.mul(v128.load(sums + (token << 2)), i32x4.splat(-zero))
      let a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0
      while (w < last) {
        let c0 = i16x8.splat(0), c1 = c0, c2 = c0, c3 = c0, c4 = c0, c5 = c0, c6 = c0, c7 = c0
        const end = w + 256
        while (w < end) {
          const x = v128.load(from)
          c0 = i16x8.add(c0, i16x8.relaxed_dot_i8x16_i7x16_s(x, v128.load32_splat(w, 0)))
          c1 = i16x8.add(c1, i16x8.relaxed_dot_i8x16_i7x16_s(x, v128.load32_splat(w, 4)))
          c2 = i16x8.add(c2, i16x8.relaxed_dot_i8x16_i7x16_s(x, v128.load32_splat(w, 8)))
          c3 = i16x8.add(c3, i16x8.relaxed_dot_i8x16_i7x16_s(x, v128.load32_splat(w, 12)))
          c4 = i16x8.add(c4, i16x8.relaxed_dot_i8x16_i7x16_s(x, v128.load32_splat(w, 16)))
          c5 = i16x8.add(c5, i16x8.relaxed_dot_i8x16_i7x16_s(x, v128.load32_splat(w, 20)))
          c6 = i16x8.add(c6, i16x8.relaxed_dot_i8x16_i7x16_s(x, v128.load32_splat(w, 24)))
          c7 = i16x8.add(c7, i16x8.relaxed_dot_i8x16_i7x16_s(x, v128.load32_splat(w, 28)))
          from += step
          w += 32
        }
        a0 = i32x4.add(a0, i32x4.extadd_pairwise_i16x8_s(c0))
        a1 = i32x4.add(a1, i32x4.extadd_pairwise_i16x8_s(c1))
        a2 = i32x4.add(a2, i32x4.extadd_pairwise_i16x8_s(c2))
        a3 = i32x4.add(a3, i32x4.extadd_pairwise_i16x8_s(c3))
        a4 = i32x4.add(a4, i32x4.extadd_pairwise_i16x8_s(c4))
        a5 = i32x4.add(a5, i32x4.extadd_pairwise_i16x8_s(c5))
        a6 = i32x4.add(a6, i32x4.extadd_pairwise_i16x8_s(c6))
        a7 = i32x4.add(a7, i32x4.extadd_pairwise_i16x8_s(c7))
      }
      const s = v128.load(scales + (token << 2))
      back(a0, s, row + 0, rowScales, biases, at(out, row + 0, room, token))
      back(a1, s, row + 1, rowScales, biases, at(out, row + 1, room, token))
      back(a2, s, row + 2, rowScales, biases, at(out, row + 2, room, token))
      back(a3, s, row + 3, rowScales, biases, at(out, row + 3, room, token))
      back(a4, s, row + 4, rowScales, biases, at(out, row + 4, room, token))
      back(a5, s, row + 5, rowScales, biases, at(out, row + 5, room, token))
      back(a6, s, row + 6, rowScales, biases, at(out, row + 6, room, token))
      back(a7, s, row + 7, rowScales, biases, at(out, row + 7, room, token))
    }
  }
}

// @ts-ignore: decorator
@inline
function back(sum: v128, scales: v128, row: i32, rowScales: usize, biases: usize, out: usize): void {
  const scale = v128.load32_splat(rowScales + (row << 2))
  const bias = v128.load32_splat(biases + (row << 2))
  v128.store(out, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sum), f32x4.mul(scale, scales)), bias))
}

/** Adds to what was there and brings each token to mean 0 and deviation 1, then to the learned gain and shift. */
export function settle(hidden: usize, added: usize, features: i32, room: i32, gains: usize, shifts: usize): void {
  const share = f32x4.splat(<f32>(1.0 / <f64>features))
  for (let token = 0; token < room; token += 4) {
    let sum = f32x4.splat(0)
    for (let f = 0; f < features; f++) {
      const place = at(hidden, f, room, token)
      const value = f32x4.add(v128.load(place), v128.load(at(added, f, room, token)))
      v128.store(place, value)
      sum = f32x4.add(sum, value)
    }
    const mean = f32x4.mul(sum, share)
    let squares = f32x4.splat(0)
    for (let f = 0; f < features; f++) {
      const off = f32x4.sub(v128.load(at(hidden, f, room, token)), mean)
      squares = f32x4.add(squares, f32x4.mul(off, off))
    }
    const factor = f32x4.div(f32x4.splat(1), f32x4.sqrt(f32x4.add(f32x4.mul(squares, share), f32x4.splat(1e-12))))
    for (let f = 0; f < features; f++) {
      const place = at(hidden, f, room, token)
      const unit = f32x4.mul(f32x4.sub(v128.load(place), mean), factor)
      const gain = v128.load32_splat(gains + (f << 2))
      v128.store(place, f32x4.add(f32x4.mul(unit, gain), v128.load32_splat(shifts + (f << 2))))
    }
  }
}

/** x times what lies between 0 and 1 of 0.5 + 0.3 x: nearly the Gaussian error unit, without its exponential. */
export function bend(values: usize, count: i32): void {
  const zero = f32x4.splat(0), one = f32x4.splat(1), half = f32x4.splat(0.5), slope = f32x4.splat(0.3)
  for (let end = values + (count << 2); values < end; values += 16) {
    const x = v128.load(values)
    v128.store(values, f32x4.mul(x, f32x4.min(one, f32x4.max(zero, f32x4.add(half, f32x4.mul(x, slope))))))
  }
}

/**
 * What each token gathers from all. `mixed` holds the rows of queries, then of keys, then of values, `width` each; the outcome takes
 * the place of the queries. `shares` is room for 16 bytes a token.
 */
export function attend(mixed: usize, width: i32, heads: i32, tokens: i32, room: i32, shares: usize): void {
  const size = width / heads
  const evenly = f32x4.splat(<f32>(1.0 / Math.sqrt(<f64>size)))
  for (let head = 0; head < heads; head++) {
    const queries = mixed + ((<usize>head * size * room) << 2)
    const keys = queries + ((<usize>width * room) << 2)
    const values = keys + ((<usize>width * room) << 2)
    for (let token = 0; token < room; token += 4) {
      gauge(queries + (token << 2), keys, size, tokens, room, shares, evenly)
      gather(queries + (token << 2), values, size, tokens, room, shares)
    }
  }
}

/** How much four tokens look at each one. */
function gauge(queries: usize, keys: usize, size: i32, tokens: i32, room: i32, shares: usize, evenly: v128): void {
  const step = <usize>room << 2
  let largest = f32x4.splat(-1e30)
  for (let key = 0; key < tokens; key += 4) {
    let a = f32x4.splat(0), b = a, c = a, d = a
    let q = queries, k = keys + (key << 2)
    for (let f = 0; f < size; f++) {
      const x = v128.load(q)
      a = f32x4.add(a, f32x4.mul(x, v128.load32_splat(k)))
      b = f32x4.add(b, f32x4.mul(x, v128.load32_splat(k, 4)))
      c = f32x4.add(c, f32x4.mul(x, v128.load32_splat(k, 8)))
      d = f32x4.add(d, f32x4.mul(x, v128.load32_splat(k, 12)))
      q += step
      k += step
    }
    largest = keep(shares, key, f32x4.mul(a, evenly), largest)
    if (key + 1 < tokens) largest = keep(shares, key + 1, f32x4.mul(b, evenly), largest)
    if (key + 2 < tokens) largest = keep(shares, key + 2, f32x4.mul(c, evenly), largest)
    if (key + 3 < tokens) largest = keep(shares, key + 3, f32x4.mul(d, evenly), largest)
  }
  let sum = f32x4.splat(0)
  for (let key = 0; key < tokens; key++) {
    const share = exponential(f32x4.sub(v128.load(shares + (key << 4)), largest))
    v128.store(shares + (key << 4), share)
    sum = f32x4.add(sum, share)
  }
  const factor = f32x4.div(f32x4.splat(1), sum)
  for (let key = 0; key < tokens; key++) v128.store(shares + (key << 4), f32x4.mul(v128.load(shares + (key << 4)), factor))
}

// @ts-ignore: decorator
@inline
function keep(shares: usize, key: i32, value: v128, largest: v128): v128 {
  v128.store(shares + (key << 4), value)
  return f32x4.max(largest, value)
}

function gather(out: usize, values: usize, size: i32, tokens: i32, room: i32, shares: usize): void {
  const step = <usize>room << 2
  for (let f = 0; f < size; f += 4) {
    let a = f32x4.splat(0), b = a, c = a, d = a
    for (let key = 0; key < tokens; key++) {
      const share = v128.load(shares + (key << 4))
      const v = values + (key << 2)
      a = f32x4.add(a, f32x4.mul(share, v128.load32_splat(v)))
      b = f32x4.add(b, f32x4.mul(share, v128.load32_splat(v + step)))
      c = f32x4.add(c, f32x4.mul(share, v128.load32_splat(v + 2 * step)))
      d = f32x4.add(d, f32x4.mul(share, v128.load32_splat(v + 3 * step)))
    }
    v128.store(out, a)
    v128.store(out + step, b)
    v128.store(out + 2 * step, c)
    v128.store(out + 3 * step, d)
    out += 4 * step
    values += 4 * step
  }
}

/** e to the power of x, for x up to 0: a power of two by its exponent bits, times a polynomial for what is left. */
// @ts-ignore: decorator
@inline
function exponential(x: v128): v128 {
  const y = f32x4.mul(f32x4.max(x, f32x4.splat(-80)), f32x4.splat(1.44269504))
  const down = f32x4.floor(y)
  const left = f32x4.sub(y, down)
  let sum = f32x4.splat(0.0018775767)
  sum = f32x4.add(f32x4.mul(sum, left), f32x4.splat(0.0089893397))
  sum = f32x4.add(f32x4.mul(sum, left), f32x4.splat(0.0558263180))
  sum = f32x4.add(f32x4.mul(sum, left), f32x4.splat(0.2401536))
  sum = f32x4.add(f32x4.mul(sum, left), f32x4.splat(0.6931531))
  sum = f32x4.add(f32x4.mul(sum, left), f32x4.splat(1))
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(down), i32x4.splat(127)), 23)
  return f32x4.mul(sum, power)
}
