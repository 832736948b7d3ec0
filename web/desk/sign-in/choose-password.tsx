import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SetPassword } from '../../../desk/api.ts'
import type { ChosenPassword } from '../../../desk/requests.ts'
import {
  LINK_USED_UP,
  mayBeDone,
  objectWith,
  passwordReasons,
  problemText,
  reasonText,
} from '../app/api-result.ts'
import { callApi } from '../app/call-api.ts'
import { ACCOUNT, HAS_NEW_PASSWORD } from '../app/paths.ts'
import { announceSessionChange } from '../app/session-channel.ts'
import { useAction } from '../app/use-desk.ts'
import { ActionForm, NewPasswordField } from '../ui/form-controls.tsx'
import { AuthPanel } from './auth-panel.tsx'

interface ChoosePasswordProps {
  readonly token: string
  /** Loads the session. */
  readonly onSignedIn: () => Promise<unknown>
}

/** The page of a one-time link. */
export function ChoosePassword({ token, onSignedIn }: ChoosePasswordProps) {
  const navigate = useNavigate()
  const [end, setEnd] = useState<keyof typeof ends | null>(null)
  // Without a response the password may be set, and the link used up.
  const [isUnknown, setUnknown] = useState(false)
  const choose = useAction({
    send: ({ password }: Pick<ChosenPassword, 'password'>) => {
      const body: ChosenPassword = { token, password }
      return callApi('password', { method: 'POST', body, shape: objectWith<SetPassword>('isSignedIn') })
    },
    failedText: (problem) =>
      mayBeDone(problem)
        ? `It may not have been set. ${problemText(problem)} Try again with the same password.`
        : reasonText(problem, passwordReasons),
    onFailed: (problem) => {
      if (mayBeDone(problem)) setUnknown(true)
      else if (reasonText(problem, passwordReasons) === LINK_USED_UP)
        setEnd(isUnknown ? 'perhaps chosen' : 'used up')
    },
    onDone: enter,
  })

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
    const proceed = end === 'chosen' ? openAccount : () => navigate('/', { replace: true })
    return (
      <AuthPanel title={title}>
        {/* Not a status, which is not read out when it appears together with its words. */}
        <p role="alert">{words}</p>
        <button className="button primary" type="button" onClick={proceed}>
          {next}
        </button>
      </AuthPanel>
    )
  }
  return (
    <AuthPanel title="Choose your password">
      <ActionForm action={choose} label="Set password" busy="Setting…" look="primary">
        <NewPasswordField />
      </ActionForm>
    </AuthPanel>
  )
}

/** After each of these the link no longer works. */
const ends = {
  chosen: {
    title: 'Your password is set',
    words: 'The link cannot be used again. Passkeys are required here, so sign in with yours.',
    next: 'Sign in',
  },
  'perhaps chosen': {
    title: 'Your password may already be set',
    words:
      'The link was already used: your first try probably worked, but the response did not arrive. Sign in with the password that you chose first. If that fails, ask an owner of this desk for a new link.',
    next: 'Sign in',
  },
  'used up': {
    title: 'This link no longer works',
    words: `${LINK_USED_UP} Ask an owner of this desk for a new one, or use “Forgot your password?” when you sign in.`,
    next: 'Sign in',
  },
} as const
