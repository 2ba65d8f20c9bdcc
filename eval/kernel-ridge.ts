// Ridge regression in the dual, with leave-one-out errors in closed form, so that the strength is chosen inside the labels.

export interface RidgeFit {
  strength: number
  looError: number
  dual: Float64Array[]
  means: number[]
}

function invert(kernel: Float64Array, n: number, strength: number): Float64Array {
  const lower = Float64Array.from(kernel)
  for (let i = 0; i < n; i++) lower[i * n + i]! += strength
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = lower[i * n + j]!
      for (let k = 0; k < j; k++) sum -= lower[i * n + k]! * lower[j * n + k]!
      lower[i * n + j] = i === j ? Math.sqrt(sum) : sum / lower[j * n + j]!
    }
  }
  // Row i of the transposed inverse factor is column i of the inverse factor: products of rows then give the inverse.
  const columns = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    columns[i * n + i] = 1 / lower[i * n + i]!
    for (let r = i + 1; r < n; r++) {
      let sum = 0
      for (let k = i; k < r; k++) sum -= lower[r * n + k]! * columns[i * n + k]!
      columns[i * n + r] = sum / lower[r * n + r]!
    }
  }
  const inverse = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0
      for (let k = i; k < n; k++) sum += columns[i * n + k]! * columns[j * n + k]!
      inverse[i * n + j] = sum
      inverse[j * n + i] = sum
    }
  }
  return inverse
}

function fitAt(kernel: Float64Array, targets: readonly Float64Array[], strength: number): RidgeFit {
  const n = targets[0]!.length
  const inverse = invert(kernel, n, strength)
  const means = targets.map((target) => target.reduce((sum, value) => sum + value, 0) / n)
  let looError = 0
  const dual = targets.map((target, t) => {
    const weights = new Float64Array(n)
    for (let i = 0; i < n; i++) {
      let sum = 0
      for (let j = 0; j < n; j++) sum += inverse[i * n + j]! * (target[j]! - means[t]!)
      weights[i] = sum
      looError += (sum / inverse[i * n + i]!) ** 2 / n
    }
    return weights
  })
  return { strength, looError, dual, means }
}

// Among strengths that do about equally well the strongest is taken: the error hardly differs there, and the order it gives is steadier.
const ABOUT_EQUAL = 1.005

export function fitKernelRidge(kernel: Float64Array, targets: readonly Float64Array[], strengths: readonly number[]): RidgeFit {
  const fits = strengths.map((strength) => fitAt(kernel, targets, strength)).sort((a, b) => a.strength - b.strength)
  const least = Math.min(...fits.map((fit) => fit.looError))
  return fits.findLast((fit) => fit.looError <= least * ABOUT_EQUAL)!
}
