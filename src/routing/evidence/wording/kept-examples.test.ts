import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeptExamples } from './kept-examples.ts'

type Example = { voice: string; n: number }
type Step = { kind: 'add' | 'rename' | 'reweigh'; voice: number; established: number }

const most = 12
const newcomersRoom = 0.1 * most

/** The same by looking at everything: who holds most, and of those the one whose oldest is oldest, gives up its oldest. */
function leaving(kept: readonly Example[], isNewcomer: (voice: string) => boolean): Example | undefined {
  if (kept.length <= most) return undefined
  const newcomers = kept.filter(({ voice }) => isNewcomer(voice))
  const among = newcomers.length > newcomersRoom ? newcomers : kept
  const [[, fullest] = []] = [...Map.groupBy(among, ({ voice }) => voice)].sort(
    ([, a], [, b]) => b.length - a.length || (a[0]?.n ?? 0) - (b[0]?.n ?? 0),
  )
  return fullest?.[0]
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof({ weight: 20, arbitrary: fc.constant('add' as const) }, fc.constantFrom('rename' as const, 'reweigh' as const)),
  voice: fc.nat(7),
  established: fc.nat(255),
})

test.each([
  [300, 0],
  [4, 4000],
])('the fullest voice gives up its oldest, whatever was added, handed over and weighed anew before', (numRuns, minLength) => {
  fc.assert(
    fc.property(fc.array(step, { minLength, maxLength: minLength + 300, size: 'max' }), (steps) => {
      let established = 15
      const isEstablished = (voice: string) => ((established >> Number(voice)) & 1) === 1
      // What was newly a newcomer is told from others only once all are weighed again.
      const known = new Map<string, boolean>()
      const examples = createKeptExamples<Example>(most, (voice) => ({ weight: isEstablished(voice) ? 1 : 0, network: '' }))
      let kept: Example[] = []
      for (const [n, { kind, voice: index, established: next }] of steps.entries()) {
        const voice = String(index)
        const isHeld = (one: string) => kept.some((example) => example.voice === one)
        if (kind === 'reweigh') {
          established = next
          examples.reweigh()
          known.clear()
        } else if (kind === 'rename') {
          const to = String((index + 1) % 8)
          if (isHeld(voice) && !isHeld(to)) known.set(to, isEstablished(to))
          const renamed = new Map(kept.map((example) => [example, example.voice === voice ? { ...example, voice: to } : example]))
          examples.rename(voice, (example) => renamed.get(example) ?? example)
          kept = kept.map((example) => renamed.get(example) ?? example)
        } else {
          const example = { voice, n }
          if (!isHeld(voice)) known.set(voice, isEstablished(voice))
          kept.push(example)
          const gone = leaving(kept, (one) => !(known.get(one) ?? isEstablished(one)))
          expect(examples.add(example)).toEqual(gone)
          kept = kept.filter((one) => one !== gone)
        }
        expect(examples.size()).toBe(kept.length)
      }
      expect([...examples.all()].sort((a, b) => a.n - b.n)).toEqual(kept)
    }),
    { numRuns },
  )
})
