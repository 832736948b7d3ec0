import { useState } from 'react'
import type { Erasure, ProjectFile } from '../../../desk/api.ts'
import { Form } from '../../ui/form.tsx'
import { callApi } from '../call-api.ts'
import { useDesk } from '../session.ts'
import { isDraft } from '../use-draft.ts'
import { goTo } from '../use-place.ts'
import { troubleText } from './states.tsx'

/** Erasing is for good, so the last name is typed again, where there is one. */
export function EraseForm({ file }: { file: ProjectFile }) {
  const hasLastName = file.answers.lastName.trim() !== ''
  const { announce, memory, onSignedOut } = useDesk()
  const [lastName, setLastName] = useState('')
  const [trouble, setTrouble] = useState('')

  async function erase() {
    setTrouble('')
    const body: Erasure = { lastName }
    const answer = await callApi(`projects/${file.id}`, { method: 'DELETE', body })
    if (answer.ok || answer.problem.kind === 'not found') {
      // What is kept for Back may hold the project; what is typed for others stays.
      for (const key of memory.keys()) {
        if (!isDraft(key) || key.endsWith(file.id)) memory.delete(key)
      }
      announce('The project is erased.')
      goTo({ kind: 'inbox', filter: {} }, { replace: true })
    } else if (answer.problem.kind === 'signed out') onSignedOut()
    else if (answer.problem.kind === 'refused' && answer.problem.status === 422) {
      setTrouble('That is not the last name of this project. Nothing was erased.')
    } else if (answer.problem.kind === 'refused') {
      setTrouble(`Nothing was erased. ${troubleText(answer.problem)}`)
    } else {
      // Some of the e-mails may be gone, or the answer may be: to ask again ends both.
      setTrouble(`It may not be erased, or not all of it: try again. ${troubleText(answer.problem)}`)
    }
  }

  return (
    <details className="erase">
      <summary>Erase this project</summary>
      <p>
        The project, its e-mails that wait or lie in the outbox, and its history go for good, and cannot be
        brought back. Only that somebody erased a project is kept.
      </p>
      <Form onSubmit={erase}>
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
          <p>Nobody gave a last name, so there is none to type.</p>
        )}
        <p className="form-trouble" role="alert">
          {trouble}
        </p>
        <button className="button danger small" type="submit">
          Erase for good
        </button>
      </Form>
    </details>
  )
}
