import { useRef, useState } from 'react'
import type { ProjectFile } from '../../../desk/api.ts'
import { type Contact, contacts } from '../../../desk/status.ts'
import { useDesk } from '../session.ts'
import type { ChangeProject } from '../use-project.ts'
import { momentWithin } from '../wording.ts'
import { troubleText } from './states.tsx'

/** So soon after it was noted, the same tap is a finger that slipped, and no second call. */
const SAME_TAP_MS = 2_000

/** One tap says how a homeowner was reached. */
export function ContactButtons({ file, change }: { file: ProjectFile; change: ChangeProject }) {
  const { announce } = useDesk()
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState<Contact | null>(null)
  const noted = useRef<{ readonly how: Contact; readonly at: number } | null>(null)
  const last = file.events.findLast((event) => event.kind === 'contact')

  async function note(how: Contact) {
    if (busy || (noted.current?.how === how && performance.now() - noted.current.at < SAME_TAP_MS)) return
    setBusy(how)
    setTrouble('')
    const answer = await change({ kind: 'contact', how })
    setBusy(null)
    if (answer.ok) {
      noted.current = { how, at: performance.now() }
      announce(`${how}: noted.`)
    } else setTrouble(`Not noted. ${troubleText(answer.problem)}`)
  }

  return (
    <section className="contact" aria-label="Contact">
      <h2>I have just</h2>
      <div className="contact-buttons">
        {contacts.map((how) => (
          <button
            className="button tape-yellow"
            key={how}
            type="button"
            aria-disabled={busy !== null}
            onClick={() => note(how)}
          >
            {how}
          </button>
        ))}
      </div>
      {last?.kind === 'contact' && (
        <p className="hint">
          Last: {last.how}, {momentWithin(last.at)}, {last.who?.name}
        </p>
      )}
      <p className="form-trouble" role="alert">
        {trouble}
      </p>
    </section>
  )
}
