import { useState } from 'react'
import { type CallFailure, callApi } from '../app/call-api.ts'
import { problemText } from '../app/problem-text.ts'
import { announceSessionChange } from '../app/session-channel.ts'
import { useConfirmation } from '../app/use-confirmation.tsx'
import { AddPasskey } from '../ui/add-passkey.tsx'
import { AuthPanel } from './auth-panel.tsx'

interface MustAddPasskeyProps {
  readonly brandName: string
  readonly email: string
  /** Loads the session; returns what went wrong. */
  readonly onAdded: () => Promise<CallFailure | null>
  readonly onSignedOut: () => void
}

/** Shown after the sign-in of a person without a passkey, while passkeys are required. */
export function MustAddPasskey({ brandName, email, onAdded, onSignedOut }: MustAddPasskeyProps) {
  const [problem, setProblem] = useState('')
  const { call, dialog } = useConfirmation(callApi, email)

  async function signOut() {
    setProblem('')
    const result = await callApi('session', { method: 'DELETE' })
    if (!result.ok && result.problem.kind !== 'signed out')
      return setProblem('You are still signed in: the server could not be reached. Try again.')
    announceSessionChange()
    onSignedOut()
  }

  return (
    <AuthPanel brandName={brandName} title="Add a passkey">
      <p>
        Everyone at this desk needs a passkey. With it you sign in with your fingerprint, your face or the PIN
        of this device, without a password.
      </p>
      <AddPasskey
        call={call}
        onAdded={async () => {
          announceSessionChange()
          const failure = await onAdded()
          if (failure) setProblem(`The passkey was added. ${problemText(failure)} Reload the page.`)
        }}
      />
      <p className="form-trouble" role="alert">
        {problem}
      </p>
      <button className="button secondary small" type="button" onClick={signOut}>
        Sign out
      </button>
      {dialog}
    </AuthPanel>
  )
}
