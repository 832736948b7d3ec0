import { PASSKEY_REQUIRED } from '../../../desk/api.ts'
import type { Confirmation } from '../../../desk/requests.ts'
import { ActionForm, Button, CurrentPasswordField } from '../ui/form-controls.tsx'
import type { Question } from '../ui/use-question.tsx'
import { type CallFailure, passwordReasons, problemIn, reasonText } from './api-result.ts'
import type { callApi } from './call-api.ts'
import { arePasskeysSupported, confirmWithPasskey, passkeyProblemText } from './passkeys.ts'
import { useAction } from './use-desk.ts'

/** Calls the API. If the server requires a new proof of identity, asks the person and repeats the call. */
export function confirmedCall(
  call: typeof callApi,
  email: string,
  ask: (question: Question) => Promise<boolean>,
): typeof callApi {
  return async (...args) => {
    const result = await call(...args)
    if (result.ok || result.problem.kind !== 'not confirmed') return result
    const isConfirmed = await ask({
      title: 'Confirm your identity',
      text: 'You signed in more than five minutes ago.',
      body: (confirm) => <ProofForm call={call} email={email} onProved={confirm} />,
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
  const prove = useAction({
    send: (proof: Confirmation | typeof PASSKEY) =>
      proof === PASSKEY
        ? confirmWithPasskey(call)
        : call('account/confirmation', { method: 'POST', body: proof }),
    failedText: (problem, proof) => (proof === PASSKEY ? passkeyProblemText(problem) : refusal(problem)),
    onDone: onProved,
  })

  return (
    <>
      <ActionForm<Confirmation> action={prove} label="Confirm" look="primary">
        <CurrentPasswordField name="password" email={email} />
      </ActionForm>
      {arePasskeysSupported() && (
        <Button className="button secondary" action={prove} onClick={() => prove.run(PASSKEY)}>
          Use a passkey
        </Button>
      )}
    </>
  )
}

const PASSKEY = 'passkey'

function refusal(problem: CallFailure): string {
  return problem.kind === 'refused' && problemIn(problem.body) === PASSKEY_REQUIRED
    ? 'A password is not enough here. Use your passkey.'
    : reasonText(problem, passwordReasons)
}
