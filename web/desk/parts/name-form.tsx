import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isPersonName, MAX_NAME_LENGTH } from '../../../desk/limits.ts'
import type { NewName } from '../../../desk/requests.ts'
import { Form } from '../../ui/form.tsx'
import { problemText } from '../problem-text.ts'
import { announceSessionChange } from '../session-channel.ts'
import { useDesk } from '../use-desk.ts'

/** The name that colleagues see, in histories too. */
export function NameForm() {
  const { announce, call, person } = useDesk()
  const queryClient = useQueryClient()
  const [name, setName] = useState(person.name)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function save() {
    if (isBusy) return
    if (!isPersonName(name)) return setProblem(NOT_A_NAME)
    setBusy(true)
    setProblem('')
    const body: NewName = { name }
    const result = await call('account/name', { method: 'PUT', body })
    setBusy(false)
    if (!result.ok) return setProblem(`Your name may not have been changed. ${problemText(result.problem)}`)
    announce('Your name was changed.')
    announceSessionChange()
    // Names are all over the desk.
    await queryClient.invalidateQueries()
  }

  return (
    <Form onSubmit={save}>
      <p>
        <label className="label" htmlFor="own-name">
          Your name
        </label>
        <input
          className="input"
          id="own-name"
          autoComplete="name"
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </p>
      <p className="form-trouble" role="alert">
        {problem}
      </p>
      <button className="button primary small" type="submit" aria-disabled={isBusy}>
        {isBusy ? 'Saving…' : 'Change the name'}
      </button>
    </Form>
  )
}

const NOT_A_NAME = `Not changed. A name has one to ${MAX_NAME_LENGTH} characters.`
