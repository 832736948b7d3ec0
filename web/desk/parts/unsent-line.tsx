import { type ReactNode, useState } from 'react'
import type { UnsentDelivery } from '../../../desk/api.ts'
import { useFocusFallback } from '../focus.ts'
import { problemText } from '../problem-text.ts'
import { useDesk } from '../use-desk.ts'
import { useUnmounted } from '../use-unmounted.ts'
import { deliveryText, timestampInSentence } from '../wording.ts'

interface UnsentLineProps {
  readonly unsent: Pick<UnsentDelivery, 'state' | 'attempts' | 'reason' | 'queuedAt' | 'nextAttemptAt'>
  /** Such as `e-mail`. */
  readonly thing: string
  readonly title: ReactNode
  /** What the button and the notices call it, such as `about Jane Oak`. */
  readonly name: string
  /** The API's path of a retry. */
  readonly path: string
  /** Its place among all lines. */
  readonly index: number
  readonly onRetried: () => Promise<unknown>
}

/** Something that has not been sent, with the reason and a retry. */
export function UnsentLine({ unsent, thing, title, name, path, index, onRetried }: UnsentLineProps) {
  const { announce, call, showError, timeZone } = useDesk()
  const isUnmounted = useUnmounted()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  // When it has gone out, the focus moves to the one in its place, or to the last one.
  const line = useFocusFallback<HTMLLIElement>(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('.deliveries > li')]
    return lines[index] ?? lines.at(-1)
  })
  const { state, queuedAt, nextAttemptAt } = unsent
  const { after, plain, detail } = deliveryText(unsent, thing)

  async function retry() {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    const result = await call(path, { method: 'POST' })
    setBusy(false)
    if (result.ok) {
      announce(`The ${thing} ${name} is being sent again.`)
      await onRetried()
    } else {
      const words = `Not sent again. ${problemText(result.problem)}`
      setProblem(words)
      if (isUnmounted.current) showError(`The ${thing} ${name}: ${words}`)
    }
  }

  return (
    <li data-state={state} tabIndex={-1} ref={line}>
      <div>
        <h2>{title}</h2>
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
        <span className="unseen">
          {' '}
          the {thing} {name}
        </span>
      </button>
    </li>
  )
}
