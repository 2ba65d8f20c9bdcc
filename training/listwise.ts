import { seeded } from '../eval/chance.ts'

/** The inputs of a list's candidates, which of them are right, and how much the list counts. */
export type Prepared = { inputs: Float32Array[]; right: boolean[]; weight: number }
/** A linear part, and units of tanh beside it. */
export type Ranker = {
  linear: Float32Array | number[]
  hidden: Float32Array[]
  bias: Float32Array | number[]
  out: Float32Array | number[]
}

const epochs = 12
const batchSize = 256
const firstRate = 3e-3
const decay = 1e-3
/** Now and then an input is hidden from a whole batch, so that none is relied on alone. */
const hiddenShare = 0.1

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}

function add(sum: Float32Array, values: Float32Array, factor: number): void {
  for (let at = 0; at < sum.length; at++) sum[at] = sum[at]! + factor * values[at]!
}

export function worthsOf({ linear, hidden, bias, out }: Ranker, inputs: readonly Float32Array[]): number[] {
  return inputs.map((input) =>
    hidden.reduce((sum, row, unit) => sum + Math.tanh(dot(row, input) + bias[unit]!) * out[unit]!, dot(linear, input)),
  )
}

type Parameter = { values: Float32Array; gradient: Float32Array; first: Float32Array; second: Float32Array }
const parameter = (length: number, value: (at: number) => number): Parameter => ({
  values: Float32Array.from({ length }, (_, at) => value(at)),
  gradient: new Float32Array(length),
  first: new Float32Array(length),
  second: new Float32Array(length),
})

function descend({ values, gradient, first, second }: Parameter, rate: number, step: number): void {
  for (let at = 0; at < values.length; at++) {
    const slope = gradient[at]! + decay * values[at]!
    first[at] = 0.9 * first[at]! + 0.1 * slope
    second[at] = 0.99 * second[at]! + 0.01 * slope * slope
    values[at] = values[at]! - (rate * (first[at]! / (1 - 0.9 ** step))) / (Math.sqrt(second[at]! / (1 - 0.99 ** step)) + 1e-8)
    gradient[at] = 0
  }
}

/** Per candidate how much its worth is to change: its chance of being first less its chance among the right ones. */
function pulls(worths: readonly number[], right: readonly boolean[]): number[] {
  const most = Math.max(...worths)
  const powers = worths.map((worth) => Math.exp(worth - most))
  const whole = powers.reduce((sum, power) => sum + power, 0)
  const good = powers.reduce((sum, power, at) => sum + (right[at] ? power : 0), 0)
  return powers.map((power, at) => power / whole - (right[at] ? power / good : 0))
}

export function trainRanker(lists: readonly Prepared[], units: number, seed: number): Ranker {
  const random = seeded(seed)
  const width = lists[0]!.inputs[0]!.length
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  const linear = parameter(width, (at) => (at === 0 ? 1.5 : 0))
  const hidden = Array.from({ length: units }, () => parameter(width, () => 0.1 * normal()))
  const bias = parameter(units, () => 0)
  const out = parameter(units, () => 0)
  const usual = lists.reduce((sum, { weight }) => sum + weight, 0) / lists.length
  const steps = epochs * Math.ceil(lists.length / batchSize)
  let step = 0

  /** Adds to the gradients what one list teaches, where shown holds the linear part and the units without the hidden inputs. */
  function learn({ inputs, right, weight }: Prepared, shown: Float32Array[]): void {
    const levels = inputs.map((input) => {
      const level = new Float32Array(units)
      for (let unit = 0; unit < units; unit++) level[unit] = Math.tanh(dot(shown[unit + 1]!, input) + bias.values[unit]!)
      return level
    })
    const worths = inputs.map((input, at) => dot(shown[0]!, input) + dot(out.values, levels[at]!))
    for (const [at, pull] of pulls(worths, right).entries()) {
      const force = (pull * weight) / usual / batchSize
      add(linear.gradient, inputs[at]!, force)
      add(out.gradient, levels[at]!, force)
      for (let unit = 0; unit < units; unit++) {
        const level = levels[at]![unit]!
        const inner = force * out.values[unit]! * (1 - level * level)
        bias.gradient[unit] = bias.gradient[unit]! + inner
        add(hidden[unit]!.gradient, inputs[at]!, inner)
      }
    }
  }

  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = lists.map((list) => ({ list, at: random() })).sort((a, b) => a.at - b.at)
    for (let from = 0; from < order.length; from += batchSize) {
      const seen = Float32Array.from({ length: width }, () => (random() < hiddenShare ? 0 : 1))
      const shown = [linear, ...hidden].map(({ values }) => values.map((value, at) => value * seen[at]!))
      for (const { list } of order.slice(from, from + batchSize)) learn(list, shown)
      for (const { gradient } of [linear, ...hidden]) for (let at = 0; at < width; at++) gradient[at] = gradient[at]! * seen[at]!
      step++
      for (const one of [linear, bias, out, ...hidden]) descend(one, firstRate * (1 - step / (steps + 1)), step)
    }
  }
  return { linear: linear.values, hidden: hidden.map(({ values }) => values), bias: bias.values, out: out.values }
}
