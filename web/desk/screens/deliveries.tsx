import { useState } from 'react'
import type { UnsentDelivery } from '../../../desk/api.ts'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { Heading } from '../../ui/heading.tsx'
import { addressOf } from '../address.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { troubleText } from '../trouble-text.ts'
import { useChanges } from '../use-changes.ts'
import { useDesk } from '../use-desk.ts'
import { useFetched } from '../use-fetched.ts'
import { useFocusHandedOn } from '../use-focus-handed-on.ts'
import { useLeft } from '../use-left.ts'
import { useMinutes } from '../use-minutes.ts'
import { deliveryText, momentWithin } from '../wording.ts'

/** E-mails to the business that have not gone out: why, and another try. */
export function Deliveries() {
  const unsent = useFetched<readonly UnsentDelivery[]>('deliveries')
  useChanges((what) => what === 'deliveries', unsent.reload)
  useMinutes(unsent.reload)
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Deliveries</Heading>
        <p className="hint">Every project is kept, whether its e-mail went out or not.</p>
      </div>
      <Shown fetched={unsent}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Empty title="All e-mails have gone out">
              <p>One that cannot be sent appears here with its reason.</p>
            </Empty>
          ) : (
            <>
              {deliveries.length === MAX_UNSENT && (
                <p className="lead-line">
                  At least {MAX_UNSENT} e-mails have not gone out: here are the oldest.
                </p>
              )}
              <ul className="deliveries" aria-label="Unsent e-mails">
                {deliveries.map((delivery, index) => (
                  <Delivery
                    key={delivery.projectId}
                    delivery={delivery}
                    index={index}
                    onRetried={unsent.reload}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </div>
  )
}

interface DeliveryProps {
  readonly delivery: UnsentDelivery
  readonly index: number
  readonly onRetried: () => Promise<void>
}

function Delivery({ delivery, index, onRetried }: DeliveryProps) {
  const { announce, call, complain, timeZone } = useDesk()
  const isLeft = useLeft()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  // The line that stands in its place then, or the last one.
  const line = useFocusHandedOn<HTMLLIElement>(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('.deliveries > li')]
    return lines[index] ?? lines.at(-1)
  })
  const { projectId, name, state, queuedAt, nextAttemptAt } = delivery
  const { after, plain, detail } = deliveryText(delivery)

  async function retry() {
    if (isBusy) return
    setBusy(true)
    setTrouble('')
    const answer = await call(`deliveries/${projectId}/retry`, { method: 'POST' })
    setBusy(false)
    if (answer.ok) {
      announce(`The e-mail about ${name} is being tried again.`)
      await onRetried()
    } else {
      const words = `Not tried again. ${troubleText(answer.problem)}`
      setTrouble(words)
      if (isLeft.current) complain(`${name}: ${words}`)
    }
  }

  return (
    <li data-state={state} tabIndex={-1} ref={line}>
      <div>
        <h2>
          <a className="name" href={addressOf({ kind: 'project', id: projectId })}>
            {name}
          </a>
        </h2>
        <p className="delivery-state">
          <b>{state === 'dead' ? 'Given up' : 'Due'}</b>
          {after}
          {nextAttemptAt && `, next attempt ${momentWithin(nextAttemptAt, timeZone)}`}
        </p>
        <p>{plain}</p>
        {detail && <p className="delivery-detail">{detail}</p>}
        <p className="hint">
          Queued <time dateTime={queuedAt}>{momentWithin(queuedAt, timeZone)}</time>
        </p>
        <p className="form-trouble" role="alert">
          {trouble}
        </p>
      </div>
      <button className="button secondary small" type="button" onClick={retry} aria-disabled={isBusy}>
        {isBusy ? 'Trying…' : 'Retry'}
        <span className="unseen"> the e-mail about {name}</span>
      </button>
    </li>
  )
}
