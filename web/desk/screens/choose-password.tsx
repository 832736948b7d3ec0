import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SetPassword } from '../../../desk/api.ts'
import type { ChosenPassword } from '../../../desk/requests.ts'
import { Form } from '../../ui/form.tsx'
import { callApi } from '../api/call-api.ts'
import { NewPasswordField } from '../parts/new-password-field.tsx'
import { LINK_USED_UP, mayBeDone, passwordProblemText, problemText } from '../problem-text.ts'
import { ACCOUNT } from '../routes.ts'
import { announceSessionChange } from '../session-channel.ts'
import { HAS_NEW_PASSWORD } from './account.tsx'
import { AuthPanel } from './auth-panel.tsx'

interface ChoosePasswordProps {
  readonly brandName: string
  readonly token: string
  /** Loads the session. */
  readonly onSignedIn: () => Promise<unknown>
}

/** The page of a one-time link. */
export function ChoosePassword({ brandName, token, onSignedIn }: ChoosePasswordProps) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [end, setEnd] = useState<keyof typeof ends | null>(null)
  // Without a response the password may be set, and the link used up.
  const [isUnknown, setUnknown] = useState(false)

  async function choose() {
    // A second request would report a used-up link instead of success.
    if (isBusy) return
    setBusy(true)
    setProblem('')
    const body: ChosenPassword = { token, password }
    const result = await callApi<SetPassword>('password', { method: 'POST', body })
    setBusy(false)
    if (result.ok) return enter(result.value)
    if (mayBeDone(result.problem)) {
      setUnknown(true)
      return setProblem(
        `It may not have been set. ${problemText(result.problem)} Try again with the same password.`,
      )
    }
    const words = passwordProblemText(result.problem)
    if (words === LINK_USED_UP) setEnd(isUnknown ? 'perhaps chosen' : 'used up')
    else setProblem(words)
  }

  async function enter({ isSignedIn, hasPasskeys }: SetPassword) {
    if (!isSignedIn) return setEnd('chosen')
    announceSessionChange()
    await onSignedIn()
    if (hasPasskeys) openAccount()
    else navigate('/', { replace: true })
  }

  /** Someone who knew the old password may have added a passkey. */
  const openAccount = () => navigate(ACCOUNT, { replace: true, state: HAS_NEW_PASSWORD })

  if (end) {
    const { title, words, next } = ends[end]
    const goOn = end === 'chosen' ? openAccount : () => navigate('/', { replace: true })
    return (
      <AuthPanel brandName={brandName} title={title}>
        {/* Not a status, which is not read out when it appears together with its words. */}
        <p role="alert">{words}</p>
        <button className="button primary" type="button" onClick={goOn}>
          {next}
        </button>
      </AuthPanel>
    )
  }
  return (
    <AuthPanel brandName={brandName} title="Choose your password">
      <Form onSubmit={choose}>
        <NewPasswordField value={password} onChange={setPassword} />
        <p className="form-trouble" role="alert">
          {problem}
        </p>
        <button className="button primary" type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Setting the password…' : 'Set the password'}
        </button>
      </Form>
    </AuthPanel>
  )
}

/** After each of these the link no longer works. */
const ends = {
  chosen: {
    title: 'Your password is set',
    words: 'The link cannot be used again. Passkeys are required at this desk, so sign in with yours.',
    next: 'Sign in',
  },
  'perhaps chosen': {
    title: 'Your password may be set already',
    words:
      'The link was already used: your first try probably worked, but the answer did not arrive. Sign in with the password that you chose first. If that fails, ask an owner of this desk for a new link.',
    next: 'Sign in',
  },
  'used up': {
    title: 'This link no longer works',
    words: `${LINK_USED_UP} Ask an owner of this desk for a new one, or use “Forgot your password?” when you sign in.`,
    next: 'Sign in',
  },
} as const
