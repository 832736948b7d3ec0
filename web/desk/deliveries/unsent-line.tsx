import type { UnsentMessage } from '../../../desk/api.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { Button, FormProblem } from '../ui/form-controls.tsx'
import { ProjectLink } from '../ui/project-link.tsx'
import rows from '../ui/rows.module.css'
import { useRow } from '../ui/use-row.ts'
import { timestampInSentence } from '../ui/wording.ts'
import { unsentQuery } from './queries.ts'
import { messageText } from './wording.ts'

/** A message that has not been sent, with the reason and a retry. */
export function UnsentLine({ message }: { message: UnsentMessage }) {
  const { call, timeZone } = useDesk()
  const { id, project, state, queuedAt, nextAttemptAt } = message
  const { thing, after, plain, detail } = messageText(message)
  const name = `${thing} about ${project?.name ?? 'an erased project'}`
  const retry = useAction({
    send: () => call(`messages/${id}/retry`, { method: 'POST' }),
    doneText: () => `The ${name} is being sent again.`,
    refreshes: unsentQuery,
    about: `The ${name}`,
  })

  return (
    <li className="box" data-state={state} tabIndex={-1} ref={useRow<HTMLLIElement>(project?.id)}>
      <div>
        <h2>{project ? <ProjectLink id={project.id}>{project.name}</ProjectLink> : 'An erased project'}</h2>
        <p>
          <b>{state === 'dead' ? 'Failed' : 'Unsent'}</b>
          {after}
          {nextAttemptAt && `, next attempt ${timestampInSentence(nextAttemptAt, timeZone)}`}
        </p>
        <p>{plain}</p>
        {detail && <p className={rows.detail}>Details: {detail}</p>}
        <p className="hint">
          Queued <time dateTime={queuedAt}>{timestampInSentence(queuedAt, timeZone)}</time>
        </p>
        <FormProblem>{retry.problem}</FormProblem>
      </div>
      <Button action={retry} about={`the ${name}`} onClick={() => retry.run()}>
        {retry.isBusy ? 'Retrying…' : 'Retry'}
      </Button>
    </li>
  )
}
