import { expect, test } from 'vitest'
import { fitKernelRidges } from './kernel-ridge.ts'

const kernel = Float64Array.of(1, 0.5, 0.1, 0.5, 1, 0.3, 0.1, 0.3, 1)
const target = Float64Array.of(0, 1, 5)

test('the dual weights solve the ridge equation', () => {
  const [fit] = fitKernelRidges(kernel, [{ targets: [target], strengths: [0.7], tolerance: 1 }])
  const weights = fit!.dual[0]!
  target.forEach((value, i) => {
    const fitted = weights.reduce((sum, weight, j) => sum + weight * (kernel[i * 3 + j]! + (i === j ? 0.7 : 0)), 0)
    expect(fitted + fit!.means[0]!).toBeCloseTo(value, 10)
  })
})

test('the closed form agrees with leaving each row out in turn', () => {
  const [fit] = fitKernelRidges(kernel, [{ targets: [target], strengths: [0.7], tolerance: 1 }])
  const centred = target.map((value) => value - 2)
  const errors = [0, 1, 2].map((out) => {
    const a = (out + 1) % 3
    const b = (out + 2) % 3
    const near = kernel[a * 3 + b]!
    const own = 1.7
    const scale = own * own - near * near
    const weightA = (own * centred[a]! - near * centred[b]!) / scale
    const weightB = (own * centred[b]! - near * centred[a]!) / scale
    return (centred[out]! - weightA * kernel[out * 3 + a]! - weightB * kernel[out * 3 + b]!) ** 2
  })
  expect(fit!.looError).toBeCloseTo((errors[0]! + errors[1]! + errors[2]!) / 3, 10)
})

test('each task takes its own strength: the least error, or the strongest that is about as good', () => {
  const strengths = [0.1, 1, 10]
  const alone = strengths.map((strength) => fitKernelRidges(kernel, [{ targets: [target], strengths: [strength], tolerance: 1 }])[0]!)
  const best = alone.reduce((a, b) => (b.looError < a.looError ? b : a))
  const [least, lenient, narrow] = fitKernelRidges(kernel, [
    { targets: [target], strengths, tolerance: 1 },
    { targets: [target], strengths, tolerance: 1000 },
    { targets: [target], strengths: [1], tolerance: 1 },
  ])
  expect(least).toEqual(best)
  expect(lenient!.strength).toBe(10)
  expect(narrow!.strength).toBe(1)
})
