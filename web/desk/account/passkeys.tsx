import { useState } from 'react'
import type { Passkey } from '../../../desk/api.ts'
import { passkeyProblemText } from '../app/passkeys.ts'
import { mayBeDone } from '../app/problem-text.ts'
import { announceSessionChange } from '../app/session-channel.ts'
import { useApi } from '../app/use-api.ts'
import { useDesk } from '../app/use-desk.ts'
import { AddPasskey } from '../ui/add-passkey.tsx'
import { TransientButton } from '../ui/form-controls.tsx'
import { QueryView } from '../ui/loading-states.tsx'
import { timestampInSentence } from '../ui/wording.ts'

/** The passkeys of the signed-in person. */
export function Passkeys() {
  const { announce, call } = useDesk()
  const passkeys = useApi<readonly Passkey[]>('account/passkeys')

  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" tabIndex={-1}>
        Passkeys
      </h2>
      <p>
        Sign in with your fingerprint, your face or the PIN of a device, without a password. A passkey cannot
        be guessed, and works on this site alone.
      </p>
      <QueryView query={passkeys}>
        {(all) =>
          all.length === 0 ? (
            <p>You have no passkey yet.</p>
          ) : (
            <ul className="passkeys">
              {all.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={passkeys.refetch} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <AddPasskey
        call={call}
        onAdded={async (name) => {
          announce(`The passkey “${name.trim()}” was added.`)
          announceSessionChange()
          await passkeys.refetch()
        }}
      />
    </section>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly onRemoved: () => Promise<unknown>
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, onRemoved }: PasskeyRowProps) {
  const { announce, call, timeZone } = useDesk()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function remove() {
    const question = `Remove the passkey “${name}”? You can no longer sign in with it.`
    if (isBusy || !confirm(question)) return
    setBusy(true)
    setProblem('')
    const removed = await call(`account/passkeys/${id}`, { method: 'DELETE' })
    setBusy(false)
    if (!removed.ok) {
      const outcome = mayBeDone(removed.problem) ? 'It may not have been removed.' : 'Not removed.'
      return setProblem(`${outcome} ${passkeyProblemText(removed.problem)}`)
    }
    announce(`The passkey “${name}” was removed. Delete it on your device too.`)
    await onRemoved()
  }

  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="hint">
          Added {timestampInSentence(createdAt, timeZone)},{' '}
          {lastUsedAt ? `last used ${timestampInSentence(lastUsedAt, timeZone)}` : 'not used yet'}
        </p>
        <p className="form-trouble" role="alert">
          {problem}
        </p>
      </div>
      <TransientButton
        className="button secondary small"
        onClick={remove}
        aria-disabled={isBusy}
        next={() => document.getElementById('passkeys')}
      >
        Remove<span className="unseen"> the passkey {name}</span>
      </TransientButton>
    </li>
  )
}
