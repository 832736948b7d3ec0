import { useState } from 'react'
import { FORGOTTEN_LINK_MINUTES } from '../../../desk/limits.ts'
import type { PasswordReset } from '../../../desk/requests.ts'
import { Form } from '../../ui/form.tsx'
import { callApi } from '../app/call-api.ts'
import { useAction } from '../app/use-action.ts'
import { AuthPanel } from './auth-panel.tsx'

interface ForgottenPasswordProps {
  readonly brandName: string
  /** The address that the person has typed to sign in. */
  readonly typed: string
  readonly onBack: () => void
}

/** Asks for a link by e-mail. What it says does not depend on whether anyone has the address. */
export function ForgottenPassword({ brandName, typed, onBack }: ForgottenPasswordProps) {
  const [email, setEmail] = useState(typed)
  const [isSent, setSent] = useState(false)
  const body: PasswordReset = { email }
  const request = useAction({
    send: () => callApi('forgotten-password', { method: 'POST', body }),
    onDone: () => setSent(true),
  })

  if (isSent)
    return (
      <AuthPanel brandName={brandName} title="Look at your e-mail">
        <p role="alert">
          If {email.trim()} belongs to a person at this desk, a link is on its way. It works once, within{' '}
          {FORGOTTEN_LINK_MINUTES} minutes. Until then your password stays as it is.
        </p>
        <p>No e-mail? Look at the spam folder, or ask an owner of this desk for a new link.</p>
        <button className="button primary" type="button" onClick={onBack}>
          Back to the sign-in
        </button>
      </AuthPanel>
    )
  return (
    <AuthPanel brandName={brandName} title="Forgot your password?">
      <p>Type the e-mail address with which you sign in. You get a link to choose a new password.</p>
      <Form onSubmit={request.run}>
        <p>
          <label className="label" htmlFor="email">
            E-mail
          </label>
          <input
            className="input"
            id="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </p>
        <p className="form-trouble" role="alert">
          {request.problem}
        </p>
        <button className="button primary" type="submit" aria-disabled={request.isBusy}>
          {request.isBusy ? 'Sending…' : 'Send me a link'}
        </button>
      </Form>
      <button className="plain-button" type="button" onClick={onBack}>
        Back to the sign-in
      </button>
    </AuthPanel>
  )
}
