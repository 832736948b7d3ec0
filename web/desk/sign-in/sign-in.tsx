import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ForgottenPassword as Forgotten } from '../../../desk/api.ts'
import type { Credentials } from '../../../desk/requests.ts'
import { Form } from '../../ui/form.tsx'
import { type ApiResult, type CallFailure, objectWith } from '../app/api-result.ts'
import { callApi } from '../app/call-api.ts'
import {
  arePasskeysSupported,
  PASSKEYS_UNSUPPORTED,
  passkeyProblemText,
  signInWithPasskey,
} from '../app/passkeys.ts'
import { problemText } from '../app/problem-text.ts'
import { unwrap } from '../app/query-client.ts'
import { announceSessionChange } from '../app/session-channel.ts'
import { useAction } from '../app/use-action.ts'
import { useFocusHeading } from '../ui/focus.ts'
import { AuthPanel } from './auth-panel.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'

interface SignInProps {
  readonly brandName: string
  /** The session ended while the page was open. */
  readonly hasExpired: boolean
  /** Loads the session. */
  readonly onSignedIn: () => Promise<ApiResult<unknown>>
}

export function SignIn({ brandName, hasExpired, onSignedIn }: SignInProps) {
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' })
  const [isForgotten, setForgotten] = useState(false)
  const canEmail = useCanEmail()
  useFocusHeading(isForgotten ? 'forgotten' : 'sign in')

  const signIn = useAction({
    send: async (how: 'password' | 'passkey') => {
      const proved =
        how === 'passkey'
          ? await signInWithPasskey()
          : await callApi('session', { method: 'POST', body: credentials })
      if (!proved.ok) return proved
      announceSessionChange()
      return onSignedIn()
    },
    failed: (problem, how) => (how === 'passkey' ? passkeyProblemText(problem) : refusal(problem)),
  })

  if (isForgotten)
    return (
      <ForgottenPassword brandName={brandName} typed={credentials.email} onBack={() => setForgotten(false)} />
    )
  return (
    <AuthPanel brandName={brandName} title={hasExpired ? 'Your session has ended' : 'Sign in to the desk'}>
      {hasExpired && <p>Sign in to continue where you were.</p>}
      <Form onSubmit={() => signIn.run('password')}>
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
            value={credentials.email}
            onChange={({ target }) => setCredentials({ ...credentials, email: target.value })}
          />
        </p>
        <p>
          <label className="label" htmlFor="password">
            Password
          </label>
          <input
            className="input"
            id="password"
            type="password"
            autoComplete="current-password"
            required
            value={credentials.password}
            onChange={({ target }) => setCredentials({ ...credentials, password: target.value })}
          />
        </p>
        <p className="form-trouble" role="alert">
          {signIn.problem}
        </p>
        <button className="button primary" type="submit" aria-disabled={signIn.isBusy}>
          {signIn.pending === 'password' ? 'Signing in…' : 'Sign in'}
        </button>
      </Form>
      {arePasskeysSupported() && (
        <button
          className="button secondary"
          type="button"
          onClick={() => signIn.run('passkey')}
          aria-disabled={signIn.isBusy}
        >
          {signIn.pending === 'passkey' ? 'Waiting for the passkey…' : 'Sign in with a passkey'}
        </button>
      )}
      {canEmail ? (
        <button className="plain-button" type="button" onClick={() => setForgotten(true)}>
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

/** Whether the server can e-mail a link for a forgotten password. */
function useCanEmail(): boolean {
  const { data } = useQuery({
    queryKey: ['forgotten-password'],
    queryFn: async () =>
      unwrap(await callApi('forgotten-password', { shape: objectWith<Forgotten>('canEmail') })),
    refetchInterval: false,
  })
  return data?.canEmail ?? true
}

/** The server does not say which, so that no one finds out that a password is right. */
const WRONG_OR_NOT_ENOUGH =
  'The e-mail address or the password is wrong, or your account needs a passkey instead of a password.'

function refusal(problem: CallFailure): string {
  if (problem.kind !== 'signed out') return problemText(problem)
  return arePasskeysSupported() ? WRONG_OR_NOT_ENOUGH : `${WRONG_OR_NOT_ENOUGH} ${PASSKEYS_UNSUPPORTED}`
}
