import { useState } from 'react'
import { Form } from '../../ui/form.tsx'
import { useDesk } from '../session.ts'
import { type ChangeProject, useDraft } from '../use-project.ts'
import { troubleText } from './states.tsx'

const LONGEST_NOTE = 5000

/** What is typed stays until the server has taken it. */
export function NoteForm({ id, change }: { id: string; change: ChangeProject }) {
  const { announce } = useDesk()
  const [text, setText] = useDraft(`note ${id}`)
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)

  async function save() {
    if (busy) return
    setBusy(true)
    setTrouble('')
    const answer = await change({ kind: 'note', text: text.trim() })
    setBusy(false)
    if (answer.ok) {
      setText('')
      announce('Note saved.')
    } else setTrouble(`Not saved, and still here. ${troubleText(answer.problem)}`)
  }

  return (
    <section>
      <Form onSubmit={save}>
        <label className="label" htmlFor="note">
          Note
        </label>
        <textarea
          className="input"
          id="note"
          rows={4}
          required
          maxLength={LONGEST_NOTE}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p className="form-trouble" role="alert">
          {trouble}
        </p>
        <button className="button primary small" type="submit" aria-disabled={busy}>
          Save note
        </button>
      </Form>
    </section>
  )
}
