import { useState } from 'react'
import type { Erasure, ProjectFile } from '../../../desk/api.ts'
import { Form } from '../../ui/form.tsx'
import { addressOf } from '../address.ts'
import type { Problem } from '../call-api.ts'
import { troubleText } from '../trouble-text.ts'
import { useDesk } from '../use-desk.ts'
import { isDraft } from '../use-draft.ts'
import { goTo } from '../use-place.ts'

/** Erasing is for good, so the last name is typed again, where there is one. */
export function EraseForm({ file }: { file: ProjectFile }) {
  const { announce, call, complain, memory } = useDesk()
  // A server of an older version, which others replace one by one, does not say whether there is one.
  const { hasLastName = true } = file
  const [lastName, setLastName] = useState('')
  const [trouble, setTrouble] = useState('')

  /** It may take a while: an e-mail that is being sent is waited for. */
  const isHere = () => location.hash === addressOf({ kind: 'project', id: file.id })

  const named = (words: string) => (isHere() ? words : `${file.name}: ${words}`)

  async function erase() {
    setTrouble('')
    const body: Erasure = { lastName }
    const answer = await call(`projects/${file.id}`, { method: 'DELETE', body })
    if (answer.ok || answer.problem.kind === 'not found') {
      // What is kept for Back may hold the project; what is typed for others stays.
      for (const key of memory.keys()) {
        if (!isDraft(key) || key.endsWith(file.id)) memory.delete(key)
      }
      announce(named('The project is erased.'))
      if (isHere()) goTo({ kind: 'inbox', filter: {} }, { replace: true })
    } else {
      setTrouble(refusal(answer.problem))
      if (!isHere()) complain(named(refusal(answer.problem)))
    }
  }

  return (
    <details className="erase">
      <summary>Erase this project</summary>
      <p>
        The project, its e-mails that wait or lie in the outbox, and its history go for good, and cannot be
        brought back. Only the fact that somebody erased a project is kept.
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

function refusal(problem: Problem): string {
  if (problem.kind === 'refused' && problem.status === 422)
    return 'That is not the last name of this project. Nothing was erased.'
  if (problem.kind === 'refused' || problem.kind === 'signed out')
    return `Nothing was erased. ${troubleText(problem)}`
  // Some of the e-mails may be gone, or the answer may be: to ask again ends both.
  return `It may not have been erased, or not all of it: try again. ${troubleText(problem)}`
}
