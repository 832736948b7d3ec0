import { useFocusFallback } from '../ui/focus.ts'
import { ActionForm, TextField } from '../ui/form-controls.tsx'
import { type Changing, useErase } from './use-project.ts'

/** Erasing cannot be undone, so the last name is typed again, if there is one. */
export function EraseForm(changing: Changing) {
  const erase = useErase(changing)

  return (
    <details className="erase" ref={useFocusFallback<HTMLDetailsElement>()}>
      <summary>Erase this project</summary>
      <p>
        The project, its history, and its e-mails that are waiting or in the outbox are erased and cannot be
        restored. Only the fact that a project was erased is kept.
      </p>
      <ActionForm action={erase} label="Erase for good" look="danger small">
        {changing.project.hasLastName ? (
          <TextField name="lastName" label="Type the last name to erase it" autoComplete="off" />
        ) : (
          <p>This project has no last name to type.</p>
        )}
      </ActionForm>
    </details>
  )
}
