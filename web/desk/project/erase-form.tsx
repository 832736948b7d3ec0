import { useState } from 'react'
import { Form } from '../../ui/form.tsx'
import { useFocusFallback } from '../ui/focus.ts'
import { type Changing, useErase } from './use-project.ts'

/** Erasing cannot be undone, so the last name is typed again, if there is one. */
export function EraseForm(changing: Changing) {
  const [lastName, setLastName] = useState('')
  const erase = useErase(changing)

  return (
    <details className="erase" ref={useFocusFallback<HTMLDetailsElement>()}>
      <summary>Erase this project</summary>
      <p>
        The project, its history, and its e-mails that are waiting or in the outbox are erased and cannot be
        restored. Only the fact that a project was erased is kept.
      </p>
      <Form onSubmit={() => erase.run(lastName)}>
        {changing.project.hasLastName ? (
          <>
            <label className="label" htmlFor="last-name">
              Type the last name to erase it
            </label>
            <input
              className="input"
              id="last-name"
              required
              autoComplete="off"
              value={lastName}
              onChange={({ target }) => setLastName(target.value)}
            />
          </>
        ) : (
          <p>This project has no last name to type.</p>
        )}
        <p className="form-trouble" role="alert">
          {erase.problem}
        </p>
        <button className="button danger small" type="submit">
          Erase for good
        </button>
      </Form>
    </details>
  )
}
