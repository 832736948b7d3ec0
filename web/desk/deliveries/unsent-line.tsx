import { useState } from 'react'
import type { UnsentMessage } from '../../../desk/api.ts'
import { problemText } from '../app/problem-text.ts'
import { useDesk } from '../app/use-desk.ts'
import { useUnmounted } from '../app/use-unmounted.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { ProjectLink } from '../ui/project-link.tsx'
import { timestampInSentence } from '../ui/wording.ts'
import { messageText } from './wording.ts'

interface UnsentLineProps {
  readonly message: UnsentMessage
  /** Its place in the list. */
  readonly index: number
  readonly onRetried: () => Promise<unknown>
}

/** A message that has not been sent, with the reason and a retry. */
export function UnsentLine({ message, index, onRetried }: UnsentLineProps) {
  const { announce, call, showError, timeZone } = useDesk()
  const isUnmounted = useUnmounted()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  // When it has gone out, the focus moves to the one in its place, or to the last one.
  const line = useFocusFallback<HTMLLIElement>(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('.deliveries > li')]
    return lines[index] ?? lines.at(-1)
  })
  const { id, project, state, queuedAt, nextAttemptAt } = message
  const { thing, after, plain, detail } = messageText(message)
  const name = `${thing} about ${project?.name ?? 'an erased project'}`

  async function retry() {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    const result = await call(`messages/${id}/retry`, { method: 'POST' })
    setBusy(false)
    if (result.ok) {
      announce(`The ${name} is being sent again.`)
      await onRetried()
    } else {
      const words = `Not sent again. ${problemText(result.problem)}`
      setProblem(words)
      if (isUnmounted.current) showError(`The ${name}: ${words}`)
    }
  }

  return (
    <li data-state={state} tabIndex={-1} ref={line}>
      <div>
        <h2>
          {project ? (
            <ProjectLink className="name" id={project.id}>
              {project.name}
            </ProjectLink>
          ) : (
            'An erased project'
          )}
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
        <span className="unseen"> the {name}</span>
      </button>
    </li>
  )
}
