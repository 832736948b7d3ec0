import { useEffect, useRef, useState } from 'react'
import type { Event, ProjectFile } from '../../../desk/api.ts'
import { type Contact, contacts } from '../../../desk/status.ts'
import { contactToUndo } from '../../../desk/undo-contact.ts'
import { keepFocus } from '../keep-focus.ts'
import { notSavedText, troubleText } from '../trouble-text.ts'
import { useDesk } from '../use-desk.ts'
import { useDraft } from '../use-draft.ts'
import { useFootBar } from '../use-foot-bar.ts'
import type { ChangeProject } from '../use-project.ts'
import { momentWithin } from '../wording.ts'

/** So soon after it was noted, the same tap is a finger that slipped, and no second call. */
const SAME_TAP_MS = 2_000

interface Trouble {
  readonly text: string
  /** A tap that may not have been saved, and how often its person had said the same before. */
  readonly tried?: { readonly how: Contact; readonly before: number }
}

/** One tap says how a homeowner was reached. */
export function ContactButtons({ file, change }: { file: ProjectFile; change: ChangeProject }) {
  const { person, timeZone } = useDesk()
  // Kept until the next tap: whoever was not here when it was told reads it on coming back.
  const [trouble, setTrouble] = useDraft<Trouble>(`unsaved ${file.id}`)
  // There is nothing left to be saved: whoever leaves need not be asked about it.
  const [isTooLate, setTooLate] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const noted = useRef<{ readonly how: Contact; readonly at: number } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const bar = useFootBar<HTMLElement>()
  const last = lastContact(file.events)
  const undoable = contactToUndo(file.events.at(-1), file.events.at(-2)) && last

  const timesSaid = (how: Contact) =>
    file.events.filter(
      (event) => event.kind === 'contact' && event.how === how && event.who?.email === person.email,
    ).length

  // Follows the history: where only the answer to a tap was lost, it stands there by now.
  useEffect(() => {
    if (trouble?.tried && timesSaid(trouble.tried.how) > trouble.tried.before) setTrouble()
  })

  function begin() {
    setBusy(true)
    setTrouble()
    setTooLate(false)
  }

  async function note(how: Contact) {
    if (isBusy || (noted.current?.how === how && performance.now() - noted.current.at < SAME_TAP_MS)) return
    begin()
    const answer = await change({ kind: 'contact', how }, `${how}: noted.`)
    setBusy(false)
    if (answer.ok) noted.current = { how, at: performance.now() }
    else setTrouble({ text: notSavedText(answer.problem, how), tried: { how, before: timesSaid(how) } })
  }

  async function takeBack(how: string) {
    if (isBusy) return
    begin()
    const answer = await change({ kind: 'taken back', version: file.version }, `${how}: taken back.`)
    setBusy(false)
    if (!answer.ok && answer.problem.kind !== 'conflict')
      return setTrouble({ text: `Not taken back. ${troubleText(answer.problem)}` })
    if (answer.ok) noted.current = null
    else setTooLate(true)
    // The button is gone now, or means another contact.
    keepFocus(heading.current)
  }

  return (
    <section className="contact" aria-label="Contact" ref={bar}>
      <div className="contact-head">
        <h2 ref={heading} tabIndex={-1}>
          I have just
        </h2>
        {undoable && (
          <button
            className="plain-button"
            type="button"
            aria-disabled={isBusy}
            onClick={() => takeBack(undoable.how)}
          >
            Take back ‘{undoable.how}’
          </button>
        )}
      </div>
      <div className="contact-buttons">
        {contacts.map((how) => (
          <button
            className="button tape-yellow"
            key={how}
            type="button"
            aria-disabled={isBusy}
            onClick={() => note(how)}
          >
            {how}
          </button>
        ))}
      </div>
      {last && (
        <p className="hint">
          Last: {last.how}, {momentWithin(last.at, timeZone)}, {last.who?.name}
        </p>
      )}
      <p className="form-trouble" role="alert">
        {isTooLate ? 'Not taken back: something has happened since.' : trouble?.text}
      </p>
    </section>
  )
}

/** The last contact that was not taken back. */
function lastContact(events: readonly Event[]) {
  const standing: Extract<Event, { kind: 'contact' }>[] = []
  for (const event of events) {
    if (event.kind === 'contact') standing.push(event)
    if (event.kind === 'taken back') standing.pop()
  }
  return standing.at(-1)
}
