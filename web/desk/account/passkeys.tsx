import { type RefObject, useRef } from 'react'
import type { Passkey } from '../../../desk/api.ts'
import { passkeyReasons } from '../app/passkeys.ts'
import { announceSessionChange } from '../app/session-channel.ts'
import { useAction, useApi, useDesk } from '../app/use-desk.ts'
import { AddPasskey } from '../ui/add-passkey.tsx'
import { FormProblem, TransientButton } from '../ui/form-controls.tsx'
import { QueryView } from '../ui/loading-states.tsx'
import { timestampInSentence } from '../ui/wording.ts'
import styles from './account.module.css'
import { passkeysQuery } from './queries.ts'

/** The passkeys of the signed-in person. */
export function Passkeys() {
  const { announce, call } = useDesk()
  const heading = useRef<HTMLHeadingElement>(null)
  const passkeys = useApi(passkeysQuery)

  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" tabIndex={-1} ref={heading}>
        Passkeys
      </h2>
      <p>
        Sign in with your fingerprint, your face or the PIN of a device, without a password. A passkey cannot
        be guessed, and it only works on this site.
      </p>
      <QueryView query={passkeys}>
        {(all) =>
          all.length === 0 ? (
            <p>You have no passkey yet.</p>
          ) : (
            <ul className={styles.list}>
              {all.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} heading={heading} />
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
  /** Gets the focus once the passkey is removed. */
  readonly heading: RefObject<HTMLElement | null>
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, heading }: PasskeyRowProps) {
  const { call, timeZone } = useDesk()
  const remove = useAction({
    questionFor: () => ({
      title: `Remove the passkey “${name}”?`,
      text: 'You can no longer sign in with it.',
      yes: 'Remove',
    }),
    send: () => call(`account/passkeys/${id}`, { method: 'DELETE' }),
    doneText: () => `The passkey “${name}” was removed. Delete it on your device too.`,
    reasons: passkeyReasons,
    refreshes: passkeysQuery,
  })

  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="hint">
          Added {timestampInSentence(createdAt, timeZone)},{' '}
          {lastUsedAt ? `last used ${timestampInSentence(lastUsedAt, timeZone)}` : 'not used yet'}
        </p>
        <FormProblem>{remove.problem}</FormProblem>
      </div>
      <TransientButton
        action={remove}
        about={`the passkey ${name}`}
        onClick={() => remove.run()}
        next={() => heading.current}
      >
        Remove
      </TransientButton>
    </li>
  )
}
