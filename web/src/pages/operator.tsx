import { useState } from 'preact/hooks'
import { createWaymark, type Waymark, WaymarkError } from '../../../sdk/src/client.ts'
import type { Output } from '../../../sdk/src/transport.ts'
import { Field } from '../parts/field.tsx'
import { PinsAndBans, Quarantine } from '../parts/operator-decisions.tsx'
import { OverviewCards } from '../parts/operator-overview.tsx'
import type { OperatorParts } from '../parts/operator-parts.ts'
import { VerificationQueue } from '../parts/verification-queue.tsx'
import { useShown } from '../use-shown.ts'
import { useTitle } from '../use-title.ts'

type Overview = Output<'operator_overview'>
type Opened = { waymark: Waymark; overview: Overview; round: number }

export function Operator() {
  useTitle('Operator')
  const [secret, setSecret] = useState('')
  const [opened, setOpened] = useState<Opened>()
  const [problem, setProblem] = useState('')
  const notice = useShown<HTMLDivElement>(problem)
  const attempt = async (work: () => Promise<void>) => {
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  const open = (waymark: Waymark, round: number) => attempt(async () => setOpened({ waymark, overview: await overviewOf(waymark), round }))
  const close = () => {
    setSecret('')
    setOpened(undefined)
  }
  return (
    <section class="page">
      <h1>Operator</h1>
      {problem && (
        <div ref={notice} class="notice" role="alert">
          <p>{problem}</p>
        </div>
      )}
      {opened ? (
        <OperatorTools
          {...opened}
          onClose={close}
          act={(work) =>
            attempt(async () => {
              keepFocus()
              await work()
              await open(opened.waymark, opened.round + 1)
            })
          }
        />
      ) : (
        <form
          class="card stack narrow"
          onSubmit={(event) => {
            event.preventDefault()
            open(createWaymark({ baseUrl: location.origin, agentIdentityId: secret, timeoutMs: 15_000, retries: 0 }), 0)
          }}
        >
          <Field
            label="ADMIN_SECRET"
            secret
            value={secret}
            onInput={setSecret}
            hint="Kept in this page alone, and gone when you leave it"
            needs={{ least: 1 }}
          />
          <button type="submit">Open</button>
        </form>
      )}
    </section>
  )
}

function OperatorTools({ overview, onClose, ...parts }: OperatorParts & { overview: Overview; onClose: () => void }) {
  return (
    <>
      <div class="buttons">
        <button type="button" class="small plain" onClick={() => parts.act(async () => {})}>
          Refresh
        </button>
        <button type="button" class="small plain" onClick={onClose}>
          Close
        </button>
      </div>
      <div class="grid two">
        <VerificationQueue {...parts} />
        <OverviewCards overview={overview} />
        <Quarantine {...parts} />
        <PinsAndBans overview={overview} {...parts} />
      </div>
    </>
  )
}

/** What is decided leaves its list, and would take the focus with it. */
function keepFocus(): void {
  document.activeElement?.closest('.rows')?.closest<HTMLElement>('.card')?.focus({ preventScroll: true })
}

async function overviewOf(waymark: Waymark): Promise<Overview> {
  try {
    return await waymark.call('operator_overview', {})
  } catch (error) {
    if (!(error instanceof WaymarkError) || error.status !== 404) throw error
    throw new Error('This service runs without ADMIN_SECRET, so there is no operator page. Set it and start again.')
  }
}
