import { useEffect, useState } from 'react'
import type { Person, ProjectFile } from '../../../desk/api.ts'
import { notSavedText } from '../trouble-text.ts'
import { useDesk } from '../use-desk.ts'
import { useFocusHandedOn } from '../use-focus-handed-on.ts'
import type { ChangeProject, Conflict } from '../use-project.ts'
import { momentWithin, whoText } from '../wording.ts'
import { Fact } from './fact.tsx'

interface ConflictNoticeProps {
  /** What this person wanted, on a file that was older than they knew. */
  readonly wanted: Conflict
  /** The file as it is now. */
  readonly file: ProjectFile
  readonly people: readonly Person[]
  readonly change: ChangeProject
  readonly onEnd: () => void
}

/** The same thing was changed twice, by two people or in two windows: both sides are shown, and the second decides. */
export function ConflictNotice({ wanted, file, people, change, onEnd }: ConflictNoticeProps) {
  const { timeZone } = useDesk()
  const notice = useFocusHandedOn<HTMLElement>(() =>
    document.getElementById(wanted.kind === 'status' ? 'status' : 'assignee'),
  )
  const [trouble, setTrouble] = useState('')
  const theirs = file.events.findLast(({ kind }) => kind === wanted.kind)
  const who = theirs?.who?.name ?? 'Somebody'
  const [now, mine] =
    wanted.kind === 'status' ? [file.status, wanted.to] : [whoText(file.assignee), nameOf(wanted.to, people)]
  // Each says another reason of what is lost.
  const isSame = now === mine

  // The focus follows what needs a decision; the button that was pressed may be gone.
  useEffect(() => notice.current?.focus(), [notice])

  async function insist() {
    setTrouble('')
    const answer = await change({ ...wanted, version: file.version }, `Changed to ${mine}.`)
    // A third person's change is shown above, as the second one's was.
    if (!answer.ok && answer.problem.kind !== 'conflict') setTrouble(notSavedText(answer.problem))
  }

  return (
    // No alert: with the focus on it, that would be read out twice, and again with each trouble in it.
    <section
      className="conflict"
      aria-labelledby="conflict"
      aria-describedby="both-sides"
      tabIndex={-1}
      ref={notice}
    >
      <h2 id="conflict">It was changed elsewhere meanwhile</h2>
      {/* Another change may come while somebody decides. */}
      <dl id="both-sides" aria-live="polite" aria-atomic="true">
        <Fact name={theirs ? `${who}, ${momentWithin(theirs.at, timeZone)}` : who}>
          {wanted.kind === 'status' ? 'set the status to' : 'gave it to'} <b>{now}</b>
          {wanted.kind === 'status' && file.lostReason && `: ${file.lostReason}`}
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
          Leave it{isSame ? '' : ` at ${now}`}
        </button>
        <button className="button primary small" type="button" onClick={insist}>
          Change it{isSame ? '' : ` to ${mine}`}
        </button>
      </p>
    </section>
  )
}

const nameOf = (email: string | null, people: readonly Person[]) =>
  people.find((person) => person.email === email)?.name ?? email ?? 'Nobody'
