import { useState } from 'react'
import type { Credentials } from '../../../desk/api.ts'
import { Form } from '../../ui/form.tsx'
import { type CallFailure, callApi } from '../api/call-api.ts'
import { problemText } from '../problem-text.ts'
import { announceSessionChange } from '../session-channel.ts'
import { AuthPanel } from './auth-panel.tsx'

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
  const [isBusy, setBusy] = useState(false)

  async function signIn() {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    const result = await callApi('session', { method: 'POST', body: credentials })
    if (result.ok) {
      announceSessionChange()
      // With a session this form is gone.
      const problem = await onSignedIn()
      setProblem(problem ? problemText(problem) : COOKIES_BLOCKED)
    } else setProblem(refusal(result.problem))
    setBusy(false)
  }

  return (
    <AuthPanel brandName={brandName} title={hasExpired ? 'Your session has ended' : 'Sign in to the desk'}>
      {hasExpired && <p>Sign in to continue where you were.</p>}
      <Form onSubmit={signIn}>
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
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
      </Form>
      <p className="hint">No password yet, or forgotten? Ask the person who runs this site for a new link.</p>
    </AuthPanel>
  )
}

const COOKIES_BLOCKED =
  'Your browser did not keep you signed in. Allow this site to set cookies, then try again.'

function refusal(problem: CallFailure): string {
  if (problem.kind === 'signed out') return 'The e-mail address or the password is wrong.'
  return problemText(problem)
}
