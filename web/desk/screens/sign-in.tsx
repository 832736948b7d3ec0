import { useState } from 'react'
import type { Credentials } from '../../../desk/api.ts'
import { Form } from '../../ui/form.tsx'
import { callApi, type Problem } from '../call-api.ts'
import { troubleText } from '../trouble-text.ts'
import { tellWindows } from '../windows.ts'
import { DoorPanel } from './door-panel.tsx'

interface SignInProps {
  readonly brandName: string
  /** The session ran out while somebody worked. */
  readonly wasSignedIn: boolean
  readonly onSignedIn: () => Promise<void>
}

export function SignIn({ brandName, wasSignedIn, onSignedIn }: SignInProps) {
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' })
  const [trouble, setTrouble] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function signIn() {
    if (isBusy) return
    setBusy(true)
    setTrouble('')
    const answer = await callApi('session', { method: 'POST', body: credentials })
    if (answer.ok) {
      tellWindows()
      await onSignedIn()
    }
    // Whoever is in sees no more of this form.
    setTrouble(answer.ok ? NOT_KEPT : refusal(answer.problem))
    setBusy(false)
  }

  return (
    <DoorPanel brandName={brandName} title={wasSignedIn ? 'Your session has ended' : 'Sign in to the desk'}>
      {wasSignedIn && <p>Sign in, and you are back where you were.</p>}
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
          {trouble}
        </p>
        <button className="button primary" type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
      </Form>
      <p className="hint">No password yet, or forgotten? Ask whoever runs this site for a new link.</p>
    </DoorPanel>
  )
}

const NOT_KEPT =
  'Your browser did not remember that you are signed in. Let this site set cookies, then try again.'

function refusal(problem: Problem): string {
  if (problem.kind === 'signed out') return 'This e-mail and password do not belong together.'
  return troubleText(problem)
}
