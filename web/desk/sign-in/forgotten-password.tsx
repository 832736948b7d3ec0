import { useState } from 'react'
import { FORGOTTEN_LINK_MINUTES } from '../../../desk/limits.ts'
import type { PasswordReset } from '../../../desk/requests.ts'
import { problemText } from '../app/api-result.ts'
import { callApi } from '../app/call-api.ts'
import { useAction } from '../app/use-desk.ts'
import { ActionForm, EmailField } from '../ui/form-controls.tsx'
import { AuthPanel } from './auth-panel.tsx'

interface ForgottenPasswordProps {
  /** The address that the person has typed to sign in. */
  readonly typed: string
  readonly onBack: () => void
}

/** Requests a link by email. The page says the same for known and unknown addresses. */
export function ForgottenPassword({ typed, onBack }: ForgottenPasswordProps) {
  const [sentTo, setSentTo] = useState('')
  const request = useAction({
    send: (body: PasswordReset) => callApi('forgotten-password', { method: 'POST', body }),
    failedText: problemText,
    onDone: (_, { email }) => setSentTo(email.trim()),
  })

  if (sentTo)
    return (
      <AuthPanel title="Check your email">
        <p role="alert">
          If {sentTo} has an account here, a link is on its way. It works once and expires after{' '}
          {FORGOTTEN_LINK_MINUTES} minutes. Your password stays the same until you use the link.
        </p>
        <p>No email? Check your spam folder, or ask an owner of this desk for a new link.</p>
        <button className="button primary" type="button" onClick={onBack}>
          Back to sign-in
        </button>
      </AuthPanel>
    )
  return (
    <AuthPanel title="Forgot your password?">
      <p>
        Enter the email address that you use to sign in. We will send you a link to choose a new password.
      </p>
      <ActionForm action={request} label="Send me a link" busy="Sending…" look="primary">
        <EmailField defaultValue={typed} />
      </ActionForm>
      <button className="plain-button" type="button" onClick={onBack}>
        Back to sign-in
      </button>
    </AuthPanel>
  )
}
