import { useState } from 'react'
import type { ChosenPassword, PasswordProblem } from '../../../desk/api.ts'
import { MIN_PASSWORD_LENGTH } from '../../../desk/limits.ts'
import { Form } from '../../ui/form.tsx'
import { callApi, type Problem } from '../call-api.ts'
import { troubleText } from '../trouble-text.ts'
import { goTo } from '../use-place.ts'
import { DoorPanel } from './door-panel.tsx'

/** Where the one-time link leads. */
export function ChoosePassword({ brandName, token }: { brandName: string; token: string }) {
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [end, setEnd] = useState<keyof typeof ends | null>(null)
  // The server may have set it all the same, and the link is used up then.
  const [isUnknown, setUnknown] = useState(false)

  async function choose() {
    // A second time the link would be used up, and that would be told instead of the password that is set.
    if (isBusy) return
    setBusy(true)
    setTrouble('')
    const body: ChosenPassword = { token, password }
    const answer = await callApi('password', { method: 'POST', body })
    setBusy(false)
    if (answer.ok) return setEnd('chosen')
    const { kind } = answer.problem
    if (kind === 'offline' || kind === 'failed') {
      setUnknown(true)
      return setTrouble(
        `It may not have been set. ${troubleText(answer.problem)} Try again with the same password.`,
      )
    }
    const words = refusal(answer.problem)
    if (words === plain['link is used up']) setEnd(isUnknown ? 'perhaps chosen' : 'used up')
    else setTrouble(words)
  }

  if (end) {
    const { title, words, next } = ends[end]
    return (
      <DoorPanel brandName={brandName} title={title}>
        {/* No status: one that comes with its words is not read out. */}
        <p role="alert">{words}</p>
        <button
          className="button primary"
          type="button"
          onClick={() => goTo({ kind: 'inbox', filter: {} }, { replace: true })}
        >
          {next}
        </button>
      </DoorPanel>
    )
  }
  return (
    <DoorPanel brandName={brandName} title="Choose your password">
      <p id="rules">
        At least {MIN_PASSWORD_LENGTH} characters. A few words in a row are easy to keep in mind and hard to
        guess.
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
          {trouble}
        </p>
        <button className="button primary" type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Setting the password…' : 'Set the password'}
        </button>
      </Form>
    </DoorPanel>
  )
}

/** After these nothing can be chosen with the link any more. */
const ends = {
  chosen: {
    title: 'Your password is set',
    words: 'The link has done its work and cannot be used again.',
    next: 'Go to the desk',
  },
  'perhaps chosen': {
    title: 'Your password may be set already',
    words:
      'The link is used up: your first try came through, it seems, though its answer did not. Sign in with the password that you chose first. If that fails, ask whoever runs this site for a new link.',
    next: 'Sign in',
  },
  'used up': {
    title: 'This link no longer works',
    words: 'It is used up or too old. Ask whoever runs this site for a new one.',
    next: 'Sign in',
  },
} as const

const plain: Readonly<Record<PasswordProblem, string>> = {
  'too short': `Too short: it needs at least ${MIN_PASSWORD_LENGTH} characters.`,
  'too long': 'Too long. Choose a shorter one.',
  'too common': 'Too common: it is among the first that anybody would try. Choose another one.',
  'link is used up': ends['used up'].words,
}

function refusal(problem: Problem): string {
  const told = problem.kind === 'refused' ? JSON.stringify(problem.told) : ''
  const known = Object.entries(plain).find(([name]) => told.includes(JSON.stringify(name)))
  return known?.[1] ?? troubleText(problem)
}
