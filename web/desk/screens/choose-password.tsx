import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ChosenPassword, PasswordProblem } from '../../../desk/api.ts'
import { MIN_PASSWORD_LENGTH } from '../../../desk/limits.ts'
import { Form } from '../../ui/form.tsx'
import { type CallFailure, callApi } from '../api/call-api.ts'
import { problemText } from '../problem-text.ts'
import { AuthPanel } from './auth-panel.tsx'

/** The page of a one-time link. */
export function ChoosePassword({ brandName, token }: { brandName: string; token: string }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
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
    const result = await callApi('password', { method: 'POST', body })
    setBusy(false)
    if (result.ok) return setEnd('chosen')
    const { kind } = result.problem
    if (kind === 'offline' || kind === 'failed') {
      setUnknown(true)
      return setProblem(
        `It may not have been set. ${problemText(result.problem)} Try again with the same password.`,
      )
    }
    const words = refusal(result.problem)
    if (words === plain['link is used up']) setEnd(isUnknown ? 'perhaps chosen' : 'used up')
    else setProblem(words)
  }

  if (end) {
    const { title, words, next } = ends[end]
    return (
      <AuthPanel brandName={brandName} title={title}>
        {/* Not a status, which is not read out when it appears together with its words. */}
        <p role="alert">{words}</p>
        <button className="button primary" type="button" onClick={() => navigate('/', { replace: true })}>
          {next}
        </button>
      </AuthPanel>
    )
  }
  return (
    <AuthPanel brandName={brandName} title="Choose your password">
      <p id="rules">
        At least {MIN_PASSWORD_LENGTH} characters. Four or more words with spaces between them are easy to
        remember and hard to guess.
      </p>
      <Form onSubmit={choose}>
        <p>
          <label className="label" htmlFor="new-password">
            New password
          </label>
          <input
            className="input"
            id="new-password"
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            aria-describedby="rules"
            required
            minLength={MIN_PASSWORD_LENGTH}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </p>
        <p className="check-line">
          <input
            id="show"
            type="checkbox"
            checked={isShown}
            onChange={({ target }) => setShown(target.checked)}
          />
          <label htmlFor="show">Show it</label>
        </p>
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
    words: 'The link cannot be used again.',
    next: 'Go to the desk',
  },
  'perhaps chosen': {
    title: 'Your password may be set already',
    words:
      'The link was already used: your first try probably worked, but the answer did not arrive. Sign in with the password that you chose first. If that fails, ask the person who runs this site for a new link.',
    next: 'Sign in',
  },
  'used up': {
    title: 'This link no longer works',
    words: 'It was already used, or it is too old. Ask the person who runs this site for a new one.',
    next: 'Sign in',
  },
} as const

const plain: Readonly<Record<PasswordProblem, string>> = {
  'too short': `Too short: it needs at least ${MIN_PASSWORD_LENGTH} characters.`,
  'too long': 'Too long. Choose a shorter one.',
  'too common': 'Too common: it is easy to guess. Choose another one.',
  'link is used up': ends['used up'].words,
}

function refusal(problem: CallFailure): string {
  const body = problem.kind === 'refused' ? JSON.stringify(problem.body) : ''
  const known = Object.entries(plain).find(([name]) => body.includes(JSON.stringify(name)))
  return known?.[1] ?? problemText(problem)
}
