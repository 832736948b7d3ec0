import { useState } from 'react'
import { PASSKEY_REQUIRED } from '../../../desk/api.ts'
import type { Confirmation } from '../../../desk/requests.ts'
import { Form } from '../../ui/form.tsx'
import { CurrentPasswordField } from '../ui/current-password-field.tsx'
import type { Question } from '../ui/use-question.tsx'
import { type CallFailure, problemIn } from './api-result.ts'
import type { callApi } from './call-api.ts'
import { arePasskeysSupported, confirmWithPasskey, passkeyProblemText } from './passkeys.ts'
import { passwordProblemText } from './problem-text.ts'
import { useAction } from './use-action.ts'

/** Calls the API, and if the server wants to know again who is there, asks and repeats the call. */
export function confirmedCall(
  call: typeof callApi,
  email: string,
  ask: (question: Question) => Promise<boolean>,
): typeof callApi {
  return async (...args) => {
    const result = await call(...args)
    if (result.ok || result.problem.kind !== 'not confirmed') return result
    const isConfirmed = await ask({
      title: 'Confirm that it is you',
      text: 'You signed in more than five minutes ago.',
      yes: (confirm) => <ProofForm call={call} email={email} onProved={confirm} />,
    })
    return isConfirmed ? call(...args) : result
  }
}

interface ProofFormProps {
  readonly call: typeof callApi
  readonly email: string
  readonly onProved: () => void
}

function ProofForm({ call, email, onProved }: ProofFormProps) {
  const [password, setPassword] = useState('')
  const body: Confirmation = { password }
  const prove = useAction({
    send: (how: 'password' | 'passkey') =>
      how === 'passkey' ? confirmWithPasskey(call) : call('account/confirmation', { method: 'POST', body }),
    failed: (problem, how) => (how === 'passkey' ? passkeyProblemText(problem) : refusal(problem)),
    onDone: onProved,
  })

  return (
    <>
      <Form onSubmit={() => prove.run('password')}>
        <CurrentPasswordField email={email} value={password} onChange={setPassword} />
        <p className="form-trouble" role="alert">
          {prove.problem}
        </p>
        <button className="button primary" type="submit" aria-disabled={prove.isBusy}>
          Confirm
        </button>
      </Form>
      {arePasskeysSupported() && (
        <button
          className="button secondary"
          type="button"
          onClick={() => prove.run('passkey')}
          aria-disabled={prove.isBusy}
        >
          Use a passkey
        </button>
      )}
    </>
  )
}

function refusal(problem: CallFailure): string {
  return problem.kind === 'refused' && problemIn(problem.body) === PASSKEY_REQUIRED
    ? 'A password is not enough here. Use your passkey.'
    : passwordProblemText(problem)
}
