import { useState } from 'react'
import { isPersonName, MAX_NAME_LENGTH } from '../../../desk/limits.ts'
import type { NewName } from '../../../desk/requests.ts'
import { Form } from '../../ui/form.tsx'
import { explain } from '../app/api-result.ts'
import { problemText } from '../app/problem-text.ts'
import { EVERYTHING } from '../app/query-client.ts'
import { announceSessionChange } from '../app/session-channel.ts'
import { useAction } from '../app/use-action.ts'
import { useDesk } from '../app/use-desk.ts'

/** The name that colleagues see, in histories too. */
export function NameForm() {
  const { call, person } = useDesk()
  const [name, setName] = useState(person.name)
  const body: NewName = { name }
  const save = useAction({
    send: async () =>
      isPersonName(name) ? call('account/name', { method: 'PUT', body }) : explain(NOT_A_NAME),
    done: () => 'Your name was changed.',
    failed: (problem) => `Your name may not have been changed. ${problemText(problem)}`,
    onDone: announceSessionChange,
    // Names are all over the desk.
    refreshes: EVERYTHING,
  })

  return (
    <Form onSubmit={save.run}>
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
        {save.problem}
      </p>
      <button className="button primary small" type="submit" aria-disabled={save.isBusy}>
        {save.isBusy ? 'Saving…' : 'Change the name'}
      </button>
    </Form>
  )
}

const NOT_A_NAME = `Not changed. A name has one to ${MAX_NAME_LENGTH} characters.`
