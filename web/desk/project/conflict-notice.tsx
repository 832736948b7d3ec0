import { useEffect, useState } from 'react'
import type { Person, ProjectDetails } from '../../../desk/api.ts'
import { useDesk } from '../app/use-desk.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { timestampInSentence, whoText } from '../ui/wording.ts'
import { Fact } from './fact.tsx'
import type { ChosenChange } from './use-drafts.ts'
import type { ChangeProject } from './use-project.ts'
import { notSavedText } from './wording.ts'

interface ConflictNoticeProps {
  /** The change this person wanted, made on an outdated project. */
  readonly wanted: ChosenChange
  /** The current project. */
  readonly project: ProjectDetails
  readonly people: readonly Person[]
  readonly change: ChangeProject
  readonly onEnd: () => void
}

/** Two people, or two windows, have changed the same thing: shows both sides, and the second person decides. */
export function ConflictNotice({ wanted, project, people, change, onEnd }: ConflictNoticeProps) {
  const { timeZone } = useDesk()
  const notice = useFocusFallback<HTMLElement>(() =>
    document.getElementById(wanted.kind === 'status' ? 'status' : 'assignee'),
  )
  const [trouble, setTrouble] = useState('')
  const theirs = project.events.findLast(({ kind }) => kind === wanted.kind)
  const who = theirs?.who?.name ?? 'A colleague'
  const [current, mine] =
    wanted.kind === 'status'
      ? [project.status, wanted.to]
      : [whoText(project.assignee), nameOf(wanted.to, people)]
  // Both say Lost, for different reasons.
  const isSame = current === mine

  // Synchronizes the focus with the question; the button that was pressed may be gone.
  useEffect(() => notice.current?.focus(), [notice])

  async function insist() {
    setTrouble('')
    const result = await change({ ...wanted, version: project.version }, `Changed to ${mine}.`)
    // Another conflict is shown like the first.
    if (!result.ok && result.problem.kind !== 'conflict') setTrouble(notSavedText(result.problem))
  }

  return (
    // Not an alert: it has the focus, and would be read out twice.
    <section
      className="conflict"
      aria-labelledby="conflict"
      aria-describedby="both-sides"
      tabIndex={-1}
      ref={notice}
    >
      <h2 id="conflict">This was changed elsewhere in the meantime</h2>
      {/* Another change may arrive meanwhile. */}
      <dl id="both-sides" aria-live="polite" aria-atomic="true">
        <Fact name={theirs ? `${who}, ${timestampInSentence(theirs.at, timeZone)}` : who}>
          {wanted.kind === 'status' ? 'set the status to' : 'set the assignee to'} <b>{current}</b>
          {wanted.kind === 'status' && project.lostReason && `: ${project.lostReason}`}
        </Fact>
        <Fact name="You, just now">
          wanted <b>{mine}</b>
          {wanted.kind === 'status' && wanted.reason && `: ${wanted.reason}`}
        </Fact>
      </dl>
      <p className="form-trouble" role="alert">
        {trouble}
      </p>
      <p className="conflict-buttons">
        <button className="button secondary small" type="button" onClick={onEnd}>
          Leave it{isSame ? '' : ` at ${current}`}
        </button>
        <button className="button primary small" type="button" onClick={insist}>
          Change it{isSame ? '' : ` to ${mine}`}
        </button>
      </p>
    </section>
  )
}

const nameOf = (email: string | null, people: readonly Person[]) =>
  people.find((person) => person.email === email)?.name ?? email ?? 'Unassigned'
