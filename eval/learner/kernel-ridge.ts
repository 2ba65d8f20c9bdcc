// Ridge regression in the dual, with leave-one-out errors in closed form, so that the strength is chosen inside the labels.

export type RidgeTask = {
  /** Targets of one task share a strength. */
  targets: readonly Float64Array[]
  strengths: readonly number[]
  /** The strongest is taken whose error is at most this times the least. */
  tolerance: number
}

export type RidgeFit = {
  strength: number
  looError: number
  dual: Float64Array[]
  means: number[]
}

function factorise(kernel: Float64Array, n: number, strength: number): Float64Array {
  const lower = Float64Array.from(kernel)
  for (let i = 0; i < n; i++) lower[i * n + i]! += strength
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = lower[i * n + j]!
      for (let k = 0; k < j; k++) sum -= lower[i * n + k]! * lower[j * n + k]!
      lower[i * n + j] = i === j ? Math.sqrt(sum) : sum / lower[j * n + j]!
    }
  }
  return lower
}

// Row i holds column i of the inverse of the lower factor, so that products of two rows give the inverse of the whole matrix.
function invertFactor(lower: Float64Array, n: number): Float64Array {
  const columns = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    columns[i * n + i] = 1 / lower[i * n + i]!
    for (let r = i + 1; r < n; r++) {
      let sum = 0
      for (let k = i; k < r; k++) sum -= lower[r * n + k]! * columns[i * n + k]!
      columns[i * n + r] = sum / lower[r * n + r]!
    }
  }
  return columns
}

function solve(columns: Float64Array, target: Float64Array): { dual: Float64Array; looError: number } {
  const n = target.length
  const halfway = new Float64Array(n)
  for (let i = 0; i < n; i++) for (let r = i; r < n; r++) halfway[r]! += columns[i * n + r]! * target[i]!
  const dual = new Float64Array(n)
  let looError = 0
  for (let i = 0; i < n; i++) {
    let diagonal = 0
    for (let r = i; r < n; r++) {
      dual[i]! += columns[i * n + r]! * halfway[r]!
      diagonal += columns[i * n + r]! ** 2
    }
    looError += (dual[i]! / diagonal) ** 2 / n
  }
  return { dual, looError }
}

function fitAt(columns: Float64Array, targets: readonly Float64Array[], strength: number): RidgeFit {
  const means = targets.map((target) => target.reduce((sum, value) => sum + value, 0) / target.length)
  const solved = targets.map((target, t) =>
    solve(
      columns,
      target.map((value) => value - means[t]!),
    ),
  )
  const looError = solved.reduce((sum, { looError }) => sum + looError, 0)
  return { strength, looError, dual: solved.map(({ dual }) => dual), means }
}

/** One fit per task. Tasks over the same kernel are fitted together, because taking it apart is what costs. */
export function fitKernelRidges(kernel: Float64Array, tasks: readonly RidgeTask[]): RidgeFit[] {
  const n = tasks[0]!.targets[0]!.length
  const fits = tasks.map((): RidgeFit[] => [])
  const strengths = [...new Set(tasks.flatMap((task) => task.strengths))].sort((a, b) => a - b)
  for (const strength of strengths) {
    const columns = invertFactor(factorise(kernel, n, strength), n)
    tasks.forEach((task, at) => {
      if (task.strengths.includes(strength)) fits[at]!.push(fitAt(columns, task.targets, strength))
    })
  }
  return tasks.map(({ tolerance }, at) => {
    const least = Math.min(...fits[at]!.map((fit) => fit.looError))
    return fits[at]!.findLast((fit) => fit.looError <= least * tolerance)!
  })
}
