import { useId, useLayoutEffect, useRef, useState } from 'react'
import { PASSKEY_REQUIRED } from '../../desk/api.ts'
import type { Confirmation } from '../../desk/requests.ts'
import { Form } from '../ui/form.tsx'
import { type CallFailure, type callApi, problemIn } from './api/call-api.ts'
import { arePasskeysSupported, confirmWithPasskey } from './api/passkeys.ts'
import { CurrentPasswordField } from './parts/current-password-field.tsx'
import { passwordProblemText } from './problem-text.ts'

/**
 * Calls the API, and if the server wants to know again who is there, asks and repeats the call. `dialog` has to be
 * rendered.
 */
export function useConfirmation(call: typeof callApi, email: string) {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)

  async function callConfirmed<T>(...args: Parameters<typeof callApi>) {
    const result = await call<T>(...args)
    if (result.ok || result.problem.kind !== 'not confirmed') return result
    const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    return isConfirmed ? call<T>(...args) : result
  }

  return {
    call: callConfirmed,
    dialog: answer && <ConfirmDialog call={call} email={email} onClose={answer} />,
  }
}

interface ConfirmDialogProps {
  readonly call: typeof callApi
  readonly email: string
  readonly onClose: (isConfirmed: boolean) => void
}

const CONFIRMED = 'confirmed'

function ConfirmDialog({ call, email, onClose }: ConfirmDialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  // Only showModal() makes the page behind the dialog inert and moves the focus into it.
  useLayoutEffect(() => dialog.current?.showModal(), [])

  /** `prove` returns why it failed, or ''. */
  async function confirm(prove: () => Promise<string>) {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    const refused = await prove()
    setBusy(false)
    if (refused === '') dialog.current?.close(CONFIRMED)
    else setProblem(refused)
  }

  async function checkPassword(): Promise<string> {
    const body: Confirmation = { password }
    const result = await call('account/confirmation', { method: 'POST', body })
    return result.ok ? '' : refusal(result.problem)
  }

  return (
    <dialog
      className="door-panel"
      ref={dialog}
      aria-labelledby={titleId}
      onClose={({ currentTarget }) => onClose(currentTarget.returnValue === CONFIRMED)}
    >
      <h2 id={titleId}>Confirm that it is you</h2>
      <p>You signed in more than five minutes ago.</p>
      <Form onSubmit={() => confirm(checkPassword)}>
        <CurrentPasswordField email={email} value={password} onChange={setPassword} />
        <p className="form-trouble" role="alert">
          {problem}
        </p>
        <button className="button primary" type="submit" aria-disabled={isBusy}>
          Confirm
        </button>
      </Form>
      {arePasskeysSupported() && (
        <button
          className="button secondary"
          type="button"
          onClick={() => confirm(() => confirmWithPasskey(call))}
          aria-disabled={isBusy}
        >
          Use a passkey
        </button>
      )}
      <button className="plain-button" type="button" onClick={() => dialog.current?.close()}>
        Cancel
      </button>
    </dialog>
  )
}

function refusal(problem: CallFailure): string {
  return problem.kind === 'refused' && problemIn(problem.body) === PASSKEY_REQUIRED
    ? 'A password is not enough here. Use your passkey.'
    : passwordProblemText(problem)
}
