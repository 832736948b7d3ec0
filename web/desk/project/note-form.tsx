import { useRef } from 'react'
import { MAX_NOTE_LENGTH } from '../../../desk/limits.ts'
import { Form } from '../../ui/form.tsx'
import { FormProblem } from '../ui/form-controls.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { type Changing, useChange } from './use-project.ts'
import { textProblem } from './wording.ts'

/** The text stays until the server has saved it. */
export function NoteForm(changing: Changing) {
  const [text = '', setText, clear] = useDraft<string>(`note ${changing.project.id}`)
  const box = useRef<HTMLTextAreaElement>(null)
  const save = useChange(changing, {
    onDone: () => {
      clear()
      // Otherwise the browser would mark the emptied box as invalid.
      box.current?.form?.reset()
    },
  })

  function submit() {
    const note = text.trim()
    const refusal = textProblem(note, MAX_NOTE_LENGTH)
    if (refusal) box.current?.focus()
    void save.run({ wanted: { kind: 'note', text: note }, done: 'Note saved.', refusal })
  }

  return (
    <section>
      <Form onSubmit={submit}>
        <label className="label" htmlFor="note">
          Note
        </label>
        <textarea
          className="input"
          id="note"
          ref={box}
          rows={4}
          required
          // Text typed during the save would be cleared with the note.
          readOnly={save.isBusy}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <FormProblem>{save.problem}</FormProblem>
        <button className="button primary small" type="submit" aria-disabled={save.isBusy}>
          Save note
        </button>
      </Form>
    </section>
  )
}
