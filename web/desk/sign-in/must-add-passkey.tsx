import { useState } from 'react'
import { type ApiResult, problemText } from '../app/api-result.ts'
import { callApi } from '../app/call-api.ts'
import { confirmedCall } from '../app/confirmed-call.tsx'
import { announceSessionChange } from '../app/session-channel.ts'
import { AddPasskey } from '../ui/add-passkey.tsx'
import { Button, FormProblem } from '../ui/form-controls.tsx'
import { useQuestion } from '../ui/use-question.tsx'
import { AuthPanel } from './auth-panel.tsx'

interface MustAddPasskeyProps {
  readonly email: string
  /** Loads the session. */
  readonly onAdded: () => Promise<ApiResult<unknown>>
  /** Returns why the session has not ended, or ''. */
  readonly onSignOut: () => Promise<string>
}

/** Shown after the sign-in of a person without a passkey, while passkeys are required. */
export function MustAddPasskey({ email, onAdded, onSignOut }: MustAddPasskeyProps) {
  const [problem, setProblem] = useState('')
  const { ask, dialog } = useQuestion()

  async function enter() {
    announceSessionChange()
    const entered = await onAdded()
    if (!entered.ok) setProblem(`The passkey was added. ${problemText(entered.problem)} Reload the page.`)
  }

  return (
    <AuthPanel title="Add a passkey">
      <p>
        Everyone at this desk needs a passkey. With it you sign in with your fingerprint, your face or the PIN
        of this device, without a password.
      </p>
      <AddPasskey call={confirmedCall(callApi, email, ask)} onAdded={enter} />
      <FormProblem>{problem}</FormProblem>
      <Button onClick={async () => setProblem(await onSignOut())}>Sign out</Button>
      {dialog}
    </AuthPanel>
  )
}
