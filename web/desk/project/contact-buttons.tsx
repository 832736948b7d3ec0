import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Event } from '../../../desk/api.ts'
import type { Change } from '../../../desk/requests.ts'
import { type Contact, contacts, contactToUndo } from '../../../desk/status.ts'
import { type CallFailure, problemText } from '../app/api-result.ts'
import { useDesk } from '../app/use-desk.ts'
import { restoreFocus } from '../ui/focus.ts'
import { Button, FormProblem } from '../ui/form-controls.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { timestampInSentence } from '../ui/wording.ts'
import styles from './contact-buttons.module.css'
import { type Changing, useChange } from './use-project.ts'
import { notSavedText } from './wording.ts'

/** The same button again within this time is a slip, not a second contact. */
const DOUBLE_TAP_MS = 2_000

interface Unsaved {
  readonly text: string
  /** The contact, which may have been saved, and how often this person had recorded the same before. */
  readonly tried: { readonly how: string; readonly before: number }
}

/** Records with one tap how the homeowner was contacted. */
export function ContactButtons(changing: Changing) {
  const { project } = changing
  const { person, timeZone } = useDesk()
  // A draft, so that a specialist who had left still reads it later.
  const [unsaved, setUnsaved] = useDraft<Unsaved>(`unsaved ${project.id}`)
  // Not a draft: nothing is left to be saved.
  const [notUndone, setNotUndone] = useState('')
  const recorded = useRef<{ readonly how: Contact; readonly at: number } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const bar = useBarHeight()
  const last = lastContact(project.events)
  const undoable = contactToUndo(project.events.at(-1), project.events.at(-2)) && last

  const timesRecorded = (how: string) =>
    project.events.filter(
      (event) => event.kind === 'contact' && event.how === how && event.who?.email === person.email,
    ).length

  // Removes the draft if the history has the contact: it was saved, and only the response was lost.
  useEffect(() => {
    if (unsaved && timesRecorded(unsaved.tried.how) > unsaved.tried.before) setUnsaved()
  })

  const change = useChange(changing, {
    failedText: (problem, { wanted }) =>
      wanted.kind === 'contact' ? notSavedText(problem, wanted.how) : notUndoneText(problem),
    onDone: (_, { wanted }) => {
      const isContact = wanted.kind === 'contact'
      recorded.current = isContact ? { how: wanted.how, at: performance.now() } : null
      if (!isContact) moveFocusFromUndo()
    },
    onFailed: (problem, { wanted }) => {
      if (wanted.kind === 'contact') {
        const tried = { how: wanted.how, before: timesRecorded(wanted.how) }
        return setUnsaved({ text: notSavedText(problem, wanted.how), tried })
      }
      setNotUndone(notUndoneText(problem))
      if (problem.kind === 'conflict') moveFocusFromUndo()
    },
  })

  /** The button is gone now, or belongs to another contact. */
  const moveFocusFromUndo = () => restoreFocus(heading.current, bar.current)

  function run(wanted: Change, done: string) {
    if (change.isBusy) return
    setUnsaved()
    setNotUndone('')
    void change.run({ wanted, done })
  }

  function record(how: Contact) {
    const isSlip = recorded.current?.how === how && performance.now() - recorded.current.at < DOUBLE_TAP_MS
    if (!isSlip) run({ kind: 'contact', how }, `“${how}” was recorded.`)
  }

  return (
    <section className={styles.contact} aria-label="Contact" ref={bar}>
      <div className={`tight ${styles.head}`}>
        <h2 ref={heading} tabIndex={-1}>
          Record a contact
        </h2>
        {undoable && (
          <Button
            className="plain-button"
            action={change}
            onClick={() =>
              run({ kind: 'taken back', version: project.version }, `“${undoable.how}” was undone.`)
            }
          >
            Undo “{undoable.how}”
          </Button>
        )}
      </div>
      <div className={styles.buttons}>
        {contacts.map((how) => (
          <Button className="button tape-yellow" key={how} action={change} onClick={() => record(how)}>
            {how}
          </Button>
        ))}
      </div>
      {last && (
        <p className="hint">
          Last: {last.how}, {timestampInSentence(last.at, timeZone)}, {last.who?.name}
        </p>
      )}
      <FormProblem>{unsaved?.text ?? notUndone}</FormProblem>
    </section>
  )
}

const notUndoneText = (problem: CallFailure) =>
  problem.kind === 'conflict'
    ? 'Not undone: something else has happened since.'
    : `Not undone. ${problemText(problem)}`

/** Sets `--bar` to the height of a bar fixed to the bottom of the window, so that it covers nothing. */
function useBarHeight(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null)

  // Updates the style when the size of the bar changes, which depends on its text and the window.
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const isFixed = getComputedStyle(element).position === 'fixed'
      style.setProperty('--bar', `${isFixed ? element.offsetHeight : 0}px`)
    })
    observer.observe(element, { box: 'border-box' })
    return () => {
      observer.disconnect()
      style.removeProperty('--bar')
    }
  }, [])

  return bar
}

/** The last contact that was not undone. */
function lastContact(events: readonly Event[]) {
  const notUndone: Extract<Event, { kind: 'contact' }>[] = []
  for (const event of events) {
    if (event.kind === 'contact') notUndone.push(event)
    if (event.kind === 'taken back') notUndone.pop()
  }
  return notUndone.at(-1)
}
