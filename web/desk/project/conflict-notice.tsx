import { useEffect } from 'react'
import type { Person, ProjectDetails } from '../../../desk/api.ts'
import type { FactChange } from '../../../desk/requests.ts'
import { useDesk } from '../app/use-desk.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { Button, FormProblem } from '../ui/form-controls.tsx'
import { timestampInSentence, whoText } from '../ui/wording.ts'
import styles from './conflict-notice.module.css'
import { Fact } from './fact.tsx'
import { type ChoosingProps, useChange } from './use-project.ts'

interface ConflictNoticeProps extends ChoosingProps {
  /** The change this person wanted, made on an outdated project. */
  readonly wanted: FactChange
  readonly people: readonly Person[]
  readonly onEnd: () => void
}

/** What was changed, to what by others, and to what by this person. */
interface Sides {
  readonly change: string
  readonly current: string
  readonly mine: string
}

/** Two people, or two windows, have changed the same thing: shows both sides, and the second person decides. */
export function ConflictNotice({ wanted, people, onEnd, field, ...changing }: ConflictNoticeProps) {
  const { project } = changing
  const { timeZone } = useDesk()
  const notice = useFocusFallback<HTMLElement>(() => field.current)
  const overwrite = useChange(changing)
  const theirs = project.events.findLast(({ kind }) => kind === wanted.kind)
  const who = theirs?.who?.name ?? 'A colleague'
  const { change, current, mine } = sidesOf(wanted, project, people)
  // Both say Lost, for different reasons.
  const isSame = current === mine

  // Focuses the question, because the pressed button may be gone.
  useEffect(() => notice.current?.focus(), [notice])

  return (
    // Not an alert: it has the focus, and would be read out twice.
    <section
      className={`on-screen ${styles.conflict}`}
      aria-labelledby="conflict"
      aria-describedby="both-sides"
      tabIndex={-1}
      ref={notice}
    >
      <h2 id="conflict">This was changed elsewhere in the meantime</h2>
      {/* Another change may arrive meanwhile. */}
      <dl id="both-sides" aria-live="polite" aria-atomic="true">
        <Fact name={theirs ? `${who}, ${timestampInSentence(theirs.at, timeZone)}` : who}>
          {change} <b>{current}</b>
          {wanted.kind === 'status' && project.lostReason && `: ${project.lostReason}`}
        </Fact>
        <Fact name="You, just now">
          wanted <b>{mine}</b>
          {wanted.kind === 'status' && wanted.reason && `: ${wanted.reason}`}
        </Fact>
      </dl>
      <FormProblem>{overwrite.problem}</FormProblem>
      <p className="buttons">
        <Button onClick={onEnd}>Keep {isSame ? 'theirs' : current}</Button>
        <Button
          className="button primary small"
          onClick={() =>
            overwrite.run({ wanted: { ...wanted, version: project.version }, done: `Changed to ${mine}.` })
          }
        >
          {isSame ? 'Use mine' : `Change to ${mine}`}
        </Button>
      </p>
    </section>
  )
}

function sidesOf(wanted: FactChange, project: ProjectDetails, people: readonly Person[]): Sides {
  switch (wanted.kind) {
    case 'status':
      return { change: 'set the status to', current: project.status, mine: wanted.to }
    case 'assigned': {
      const current = whoText(project.assignee)
      return { change: 'set the assignee to', current, mine: nameOf(wanted.to, people) }
    }
  }
}

const nameOf = (email: string | null, people: readonly Person[]) =>
  people.find((person) => person.email === email)?.name ?? email ?? 'Unassigned'
