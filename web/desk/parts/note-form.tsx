import { type ComponentProps, useState } from 'react'
import { MAX_NOTE_LENGTH } from '../../../desk/limits.ts'
import { Form } from '../../ui/form.tsx'
import { notSavedText, wordsTrouble } from '../trouble-text.ts'
import { useDraft } from '../use-draft.ts'
import { useFocusHandedOn } from '../use-focus-handed-on.ts'
import type { ChangeProject } from '../use-project.ts'

/** What is typed stays until the server has taken it. */
export function NoteForm({ id, change }: { id: string; change: ChangeProject }) {
  const [text = '', setText, forget] = useDraft<string>(`note ${id}`)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [saved, setSaved] = useState(0)

  async function save() {
    if (isBusy) return
    const note = text.trim()
    const refusal = wordsTrouble(note, MAX_NOTE_LENGTH)
    setTrouble(refusal)
    if (refusal) return document.getElementById('note')?.focus()
    setBusy(true)
    const answer = await change({ kind: 'note', text: note }, 'Note saved.')
    setBusy(false)
    if (answer.ok) {
      forget()
      setSaved(saved + 1)
    } else setTrouble(notSavedText(answer.problem))
  }

  return (
    <section>
      <Form onSubmit={save}>
        <label className="label" htmlFor="note">
          Note
        </label>
        {/* Another box after each note, or the browser would mark the emptied one as invalid. */}
        <Box
          className="input"
          key={saved}
          id="note"
          rows={4}
          required
          // What is typed while it is being saved would go with it.
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

/** It gives the focus to the one that comes after it: somebody may have gone back to it meanwhile. */
const Box = (box: ComponentProps<'textarea'>) => (
  <textarea {...box} ref={useFocusHandedOn<HTMLTextAreaElement>(() => document.getElementById('note'))} />
)
