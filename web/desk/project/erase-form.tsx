import { useFocusFallback } from '../ui/focus.ts'
import { ActionForm, TextField } from '../ui/form-controls.tsx'
import styles from './erase-form.module.css'
import { type Changing, useErase } from './use-project.ts'

/** Erasing cannot be undone, so the last name is typed again, if there is one. */
export function EraseForm(changing: Changing) {
  const erase = useErase(changing)

  return (
    <details className={`on-screen ${styles.erase}`} ref={useFocusFallback<HTMLDetailsElement>()}>
      <summary>Erase this project</summary>
      <p>
        This erases the project, its history and its unsent emails. They cannot be restored. The audit list
        only records that a project was erased.
      </p>
      <ActionForm action={erase} label="Erase permanently" look="danger small">
        {changing.project.hasLastName ? (
          <TextField name="lastName" label="Type the homeowner’s last name to confirm" autoComplete="off" />
        ) : (
          <p>This project has no last name to type.</p>
        )}
      </ActionForm>
    </details>
  )
}
