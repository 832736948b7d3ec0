import { useState } from 'react'
import type { Backup, UnsentDelivery } from '../../../desk/api.ts'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { Heading } from '../../ui/heading.tsx'
import { useApi } from '../api/use-api.ts'
import { useFocusFallback } from '../focus.ts'
import { Empty, QueryView } from '../parts/loading-states.tsx'
import { ProjectLink } from '../parts/project-link.tsx'
import { problemText } from '../problem-text.ts'
import { useDesk } from '../use-desk.ts'
import { useUnmounted } from '../use-unmounted.ts'
import { backupText, deliveryText, timestampInSentence } from '../wording.ts'

/** E-mails to the business that have not been sent, with the reason and a retry. */
export function Deliveries() {
  const { timeZone } = useDesk()
  const unsent = useApi<readonly UnsentDelivery[]>('deliveries')
  const { data: backup } = useApi<Backup>('backup')
  const backedUp = backup && backupText(backup, timeZone)
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Deliveries</Heading>
        <p className="hint">Every project is saved, whether its e-mail was sent or not.</p>
        {backedUp && <p className="hint">{backedUp}</p>}
      </div>
      <QueryView query={unsent}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Empty title="All e-mails have been sent">
              <p>An e-mail that cannot be sent appears here with the reason.</p>
            </Empty>
          ) : (
            <>
              {deliveries.length === MAX_UNSENT && (
                <p className="lead-line">
                  At least {MAX_UNSENT} e-mails have not been sent. These are the oldest.
                </p>
              )}
              <ul className="deliveries" aria-label="Unsent e-mails">
                {deliveries.map((delivery, index) => (
                  <Delivery
                    key={delivery.projectId}
                    delivery={delivery}
                    index={index}
                    onRetried={unsent.refetch}
                  />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
    </div>
  )
}

interface DeliveryProps {
  readonly delivery: UnsentDelivery
  readonly index: number
  readonly onRetried: () => Promise<unknown>
}

function Delivery({ delivery, index, onRetried }: DeliveryProps) {
  const { announce, call, showError, timeZone } = useDesk()
  const isUnmounted = useUnmounted()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  // When the e-mail has gone out, the focus moves to the one in its place, or to the last one.
  const line = useFocusFallback<HTMLLIElement>(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('.deliveries > li')]
    return lines[index] ?? lines.at(-1)
  })
  const { projectId, name, state, queuedAt, nextAttemptAt } = delivery
  const { after, plain, detail } = deliveryText(delivery)

  async function retry() {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    const result = await call(`deliveries/${projectId}/retry`, { method: 'POST' })
    setBusy(false)
    if (result.ok) {
      announce(`The e-mail about ${name} is being sent again.`)
      await onRetried()
    } else {
      const words = `Not sent again. ${problemText(result.problem)}`
      setProblem(words)
      if (isUnmounted.current) showError(`${name}: ${words}`)
    }
  }

  return (
    <li data-state={state} tabIndex={-1} ref={line}>
      <div>
        <h2>
          <ProjectLink className="name" id={projectId}>
            {name}
          </ProjectLink>
        </h2>
        <p className="delivery-state">
          <b>{state === 'dead' ? 'Given up' : 'Due'}</b>
          {after}
          {nextAttemptAt && `, next attempt ${timestampInSentence(nextAttemptAt, timeZone)}`}
        </p>
        <p>{plain}</p>
        {detail && <p className="delivery-detail">{detail}</p>}
        <p className="hint">
          Queued <time dateTime={queuedAt}>{timestampInSentence(queuedAt, timeZone)}</time>
        </p>
        <p className="form-trouble" role="alert">
          {problem}
        </p>
      </div>
      <button className="button secondary small" type="button" onClick={retry} aria-disabled={isBusy}>
        {isBusy ? 'Trying…' : 'Retry'}
        <span className="unseen"> the e-mail about {name}</span>
      </button>
    </li>
  )
}
