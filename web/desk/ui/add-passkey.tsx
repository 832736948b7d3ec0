import { useState } from 'react'
import { MAX_PASSKEY_NAME_LENGTH } from '../../../desk/limits.ts'
import { Form } from '../../ui/form.tsx'
import type { callApi } from '../app/call-api.ts'
import {
  addPasskey,
  arePasskeysSupported,
  PASSKEYS_UNSUPPORTED,
  passkeyProblemText,
} from '../app/passkeys.ts'
import { useAction } from '../app/use-action.ts'

interface AddPasskeyProps {
  readonly call: typeof callApi
  readonly onAdded: (name: string) => Promise<unknown>
}

/** A form for the name of a new passkey, which the browser then makes. */
export function AddPasskey({ call, onAdded }: AddPasskeyProps) {
  const [name, setName] = useState('')
  const [added, setAdded] = useState(0)
  const add = useAction({
    send: () => addPasskey(name, call),
    failed: passkeyProblemText,
    onDone: async () => {
      await onAdded(name)
      setName('')
      setAdded(added + 1)
    },
  })

  if (!arePasskeysSupported()) return <p>{PASSKEYS_UNSUPPORTED}</p>
  return (
    <Form onSubmit={add.run}>
      <p>
        <label className="label" htmlFor="passkey-name">
          Name of the new passkey
        </label>
        {/* A new box after each passkey, or the browser would mark the emptied one as invalid. */}
        <input
          className="input"
          key={added}
          id="passkey-name"
          aria-describedby="passkey-hint"
          autoComplete="off"
          required
          // Not only spaces.
          pattern=".*\S.*"
          maxLength={MAX_PASSKEY_NAME_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <span className="hint" id="passkey-hint">
          To recognize it later, such as “Work laptop”.
        </span>
      </p>
      <p className="form-trouble" role="alert">
        {add.problem}
      </p>
      <button className="button primary small" type="submit" aria-disabled={add.isBusy}>
        {add.isBusy ? 'Waiting for the browser…' : 'Add a passkey'}
      </button>
    </Form>
  )
}
