import { MAX_PASSKEY_NAME_LENGTH } from '../../../desk/limits.ts'
import type { callApi } from '../app/call-api.ts'
import {
  addPasskey,
  arePasskeysSupported,
  PASSKEYS_UNSUPPORTED,
  passkeyProblemText,
} from '../app/passkeys.ts'
import { useAction } from '../app/use-desk.ts'
import { ActionForm, TextField } from './form-controls.tsx'

interface AddPasskeyProps {
  readonly call: typeof callApi
  readonly onAdded: (name: string) => Promise<unknown>
}

/** A form for the name of a new passkey, which the browser then makes. */
export function AddPasskey({ call, onAdded }: AddPasskeyProps) {
  const add = useAction({
    send: ({ name }: { readonly name: string }) => addPasskey(name, call),
    failedText: passkeyProblemText,
    onDone: (_, { name }) => onAdded(name),
  })

  if (!arePasskeysSupported()) return <p>{PASSKEYS_UNSUPPORTED}</p>
  return (
    <ActionForm action={add} label="Add a passkey" busy="Waiting for the browser…">
      <TextField
        name="name"
        label="Name of the new passkey"
        aria-describedby="passkey-hint"
        autoComplete="off"
        // Not only spaces.
        pattern=".*\S.*"
        maxLength={MAX_PASSKEY_NAME_LENGTH}
      >
        <span className="hint" id="passkey-hint">
          Use a name you will recognize later, such as “Work laptop”.
        </span>
      </TextField>
    </ActionForm>
  )
}
