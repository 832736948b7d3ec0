import { type ComponentProps, useState } from 'react'
import { MAX_NOTE_LENGTH } from '../../../desk/limits.ts'
import { Form } from '../../ui/form.tsx'
import { useFocusFallback } from '../ui/focus.ts'
import { useDraft } from './use-drafts.ts'
import type { ChangeProject } from './use-project.ts'
import { notSavedText, textProblem } from './wording.ts'

/** The text stays until the server has saved it. */
export function NoteForm({ id, change }: { id: string; change: ChangeProject }) {
  const [text = '', setText, clear] = useDraft<string>(`note ${id}`)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [saved, setSaved] = useState(0)

  async function save() {
    if (isBusy) return
    const note = text.trim()
    const refusal = textProblem(note, MAX_NOTE_LENGTH)
    setTrouble(refusal)
    if (refusal) return document.getElementById('note')?.focus()
    setBusy(true)
    const result = await change({ kind: 'note', text: note }, 'Note saved.')
    setBusy(false)
    if (result.ok) {
      clear()
      setSaved(saved + 1)
    } else setTrouble(notSavedText(result.problem))
  }

  return (
    <section>
      <Form onSubmit={save}>
        <label className="label" htmlFor="note">
          Note
        </label>
        {/* A new box after each note, or the browser would mark the emptied one as invalid. */}
        <Box
          className="input"
          key={saved}
          id="note"
          rows={4}
          required
          // Text typed during the save would be cleared with the note.
          readOnly={isBusy}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p className="form-trouble" role="alert">
          {trouble}
        </p>
        <button className="button primary small" type="submit" aria-disabled={isBusy}>
          Save note
        </button>
      </Form>
    </section>
  )
}

/** The specialist may have gone back to the box while it was saved, so it passes the focus to the new one. */
const Box = (box: ComponentProps<'textarea'>) => (
  <textarea {...box} ref={useFocusFallback<HTMLTextAreaElement>(() => document.getElementById('note'))} />
)
