import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ForgottenPassword as Forgotten } from '../../../desk/api.ts'
import type { Credentials } from '../../../desk/requests.ts'
import { type ApiResult, type CallFailure, objectWith, problemText } from '../app/api-result.ts'
import { callApi } from '../app/call-api.ts'
import {
  arePasskeysSupported,
  PASSKEYS_UNSUPPORTED,
  passkeyProblemText,
  signInWithPasskey,
} from '../app/passkeys.ts'
import { unwrap } from '../app/query-client.ts'
import { announceSessionChange } from '../app/session-channel.ts'
import { useAction } from '../app/use-desk.ts'
import { useFocusHeading } from '../ui/focus.ts'
import { ActionForm, Button, EmailField, TextField } from '../ui/form-controls.tsx'
import { AuthPanel } from './auth-panel.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'

interface SignInProps {
  /** The session ended while the page was open. */
  readonly hasExpired: boolean
  /** Loads the session. */
  readonly onSignedIn: () => Promise<ApiResult<unknown>>
}

export function SignIn({ hasExpired, onSignedIn }: SignInProps) {
  const email = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isForgotten, setForgotten] = useState(false)
  const canEmail = useCanEmail()
  useFocusHeading(isForgotten ? 'forgotten' : 'sign in')

  const signIn = useAction({
    send: async (proof: Credentials | typeof PASSKEY) => {
      const proved =
        proof === PASSKEY
          ? await signInWithPasskey()
          : await callApi('session', { method: 'POST', body: proof })
      if (!proved.ok) return proved
      announceSessionChange()
      return onSignedIn()
    },
    failedText: (problem, proof) => (proof === PASSKEY ? passkeyProblemText(problem) : refusal(problem)),
  })

  function openForgottenPassword() {
    setTyped(email.current?.value ?? '')
    setForgotten(true)
  }

  if (isForgotten) return <ForgottenPassword typed={typed} onBack={() => setForgotten(false)} />
  return (
    <AuthPanel title={hasExpired ? 'Your session has ended' : 'Sign in to the desk'}>
      {hasExpired && <p>Sign in to continue where you were.</p>}
      <ActionForm<Credentials>
        action={signIn}
        label="Sign in"
        busy={signIn.pending === PASSKEY ? 'Sign in' : 'Signing in…'}
        look="primary"
      >
        <EmailField defaultValue={typed} ref={email} />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
      </ActionForm>
      {arePasskeysSupported() && (
        <Button className="button secondary" action={signIn} onClick={() => signIn.run(PASSKEY)}>
          {signIn.pending === PASSKEY ? 'Waiting for the passkey…' : 'Sign in with a passkey'}
        </Button>
      )}
      {canEmail ? (
        <button className="plain-button" type="button" onClick={openForgottenPassword}>
          Forgot your password?
        </button>
      ) : (
        <p className="hint">
          No password yet, or forgotten? Ask an owner of this desk, or the person who runs this site, for a
          new link.
        </p>
      )}
    </AuthPanel>
  )
}

const PASSKEY = 'passkey'

/** Whether the server can email a link for a forgotten password. */
function useCanEmail(): boolean {
  const { data } = useQuery({
    queryKey: ['forgotten-password'],
    queryFn: async () =>
      unwrap(await callApi('forgotten-password', { shape: objectWith<Forgotten>('canEmail') })),
    refetchInterval: false,
  })
  return data?.canEmail ?? true
}

/** The server does not say which, so that no one can learn that a password is right. */
const WRONG_OR_NOT_ENOUGH = 'The email address or the password is wrong, or your account requires a passkey.'

function refusal(problem: CallFailure): string {
  if (problem.kind !== 'signed out') return problemText(problem)
  return arePasskeysSupported() ? WRONG_OR_NOT_ENOUGH : `${WRONG_OR_NOT_ENOUGH} ${PASSKEYS_UNSUPPORTED}`
}
