import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ForgottenPassword as Forgotten } from '../../../desk/api.ts'
import type { Credentials } from '../../../desk/requests.ts'
import { Form } from '../../ui/form.tsx'
import { type CallFailure, callApi } from '../api/call-api.ts'
import { arePasskeysSupported, PASSKEYS_UNSUPPORTED, signInWithPasskey } from '../api/passkeys.ts'
import { unwrap } from '../api/query-client.ts'
import { useFocusHeading } from '../focus.ts'
import { problemText } from '../problem-text.ts'
import { announceSessionChange } from '../session-channel.ts'
import { AuthPanel } from './auth-panel.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'

interface SignInProps {
  readonly brandName: string
  /** The session ended while the page was open. */
  readonly hasExpired: boolean
  /** Loads the session; returns what went wrong. */
  readonly onSignedIn: () => Promise<CallFailure | null>
}

export function SignIn({ brandName, hasExpired, onSignedIn }: SignInProps) {
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' })
  const [problem, setProblem] = useState('')
  const [busyWith, setBusyWith] = useState<'password' | 'passkey' | null>(null)
  const isBusy = busyWith !== null
  const [isForgotten, setForgotten] = useState(false)
  const canEmail = useCanEmail()
  useFocusHeading(isForgotten ? 'forgotten' : 'sign in')

  /** `prove` returns why it failed, or ''. */
  async function signIn(how: 'password' | 'passkey', prove: () => Promise<string>) {
    if (isBusy) return
    setBusyWith(how)
    setProblem('')
    const refused = await prove()
    if (refused === '') {
      announceSessionChange()
      // With a session this form is gone.
      const failure = await onSignedIn()
      setProblem(failure ? problemText(failure) : COOKIES_BLOCKED)
    } else setProblem(refused)
    setBusyWith(null)
  }

  async function checkPassword(): Promise<string> {
    const result = await callApi('session', { method: 'POST', body: credentials })
    return result.ok ? '' : refusal(result.problem)
  }

  if (isForgotten)
    return (
      <ForgottenPassword brandName={brandName} typed={credentials.email} onBack={() => setForgotten(false)} />
    )
  return (
    <AuthPanel brandName={brandName} title={hasExpired ? 'Your session has ended' : 'Sign in to the desk'}>
      {hasExpired && <p>Sign in to continue where you were.</p>}
      <Form onSubmit={() => signIn('password', checkPassword)}>
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
          {problem}
        </p>
        <button className="button primary" type="submit" aria-disabled={isBusy}>
          {busyWith === 'password' ? 'Signing in…' : 'Sign in'}
        </button>
      </Form>
      {arePasskeysSupported() && (
        <button
          className="button secondary"
          type="button"
          onClick={() => signIn('passkey', signInWithPasskey)}
          aria-disabled={isBusy}
        >
          {busyWith === 'passkey' ? 'Waiting for the passkey…' : 'Sign in with a passkey'}
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
    queryFn: async () => unwrap(await callApi<Forgotten>('forgotten-password')),
    refetchInterval: false,
  })
  return data?.canEmail ?? true
}

const COOKIES_BLOCKED =
  'Your browser did not keep you signed in. Allow this site to set cookies, then try again.'

/** The server does not say which, so that no one finds out that a password is right. */
const WRONG_OR_NOT_ENOUGH =
  'The e-mail address or the password is wrong, or your account needs a passkey instead of a password.'

function refusal(problem: CallFailure): string {
  if (problem.kind !== 'signed out') return problemText(problem)
  return arePasskeysSupported() ? WRONG_OR_NOT_ENOUGH : `${WRONG_OR_NOT_ENOUGH} ${PASSKEYS_UNSUPPORTED}`
}
