import { useState } from 'react'
import type { ProjectDetails } from '../../../desk/api.ts'
import { Form } from '../../ui/form.tsx'
import { useFocusFallback } from '../ui/focus.ts'

interface EraseFormProps {
  readonly project: ProjectDetails
  /** Returns why the project was not erased, or ''. */
  readonly erase: (lastName: string) => Promise<string>
}

/** Erasing cannot be undone, so the last name is typed again, if there is one. */
export function EraseForm({ project, erase }: EraseFormProps) {
  const { hasLastName } = project
  const [lastName, setLastName] = useState('')
  const [problem, setProblem] = useState('')

  async function submit() {
    setProblem('')
    setProblem(await erase(lastName))
  }

  return (
    <details className="erase" ref={useFocusFallback<HTMLDetailsElement>()}>
      <summary>Erase this project</summary>
      <p>
        The project, its history, and its e-mails that are waiting or in the outbox are erased and cannot be
        restored. Only the fact that a project was erased is kept.
      </p>
      <Form onSubmit={submit}>
        {hasLastName ? (
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
          {problem}
        </p>
        <button className="button danger small" type="submit">
          Erase for good
        </button>
      </Form>
    </details>
  )
}
