import { useRef, useState } from 'react'
import type { NewPassword } from '../../../desk/requests.ts'
import { Form } from '../../ui/form.tsx'
import { mayBeDone, passwordProblemText } from '../app/problem-text.ts'
import { EVERYTHING } from '../app/query-client.ts'
import { useAction } from '../app/use-action.ts'
import { useDesk } from '../app/use-desk.ts'
import { CurrentPasswordField } from '../ui/current-password-field.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'

/** Asks for the current password, so that an unattended desk is not enough. */
export function PasswordForm() {
  const { call, person } = useDesk()
  const currentField = useRef<HTMLInputElement>(null)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const body: NewPassword = { current, password }
  const change = useAction({
    send: () => call('account/password', { method: 'PUT', body }),
    done: () => 'Your password was changed, and your other sessions have ended.',
    failed: (problem) =>
      `${mayBeDone(problem) ? 'Your password may not have been changed' : 'Not changed'}. ${passwordProblemText(problem)}`,
    onDone: () => {
      // Otherwise the browser would mark the emptied fields as invalid.
      currentField.current?.form?.reset()
      setCurrent('')
      setPassword('')
    },
    refreshes: EVERYTHING,
  })

  return (
    <Form onSubmit={change.run}>
      <CurrentPasswordField email={person.email} value={current} onChange={setCurrent} ref={currentField} />
      <NewPasswordField value={password} onChange={setPassword} />
      <p className="form-trouble" role="alert">
        {change.problem}
      </p>
      <button className="button primary small" type="submit" aria-disabled={change.isBusy}>
        {change.isBusy ? 'Changing…' : 'Change the password'}
      </button>
    </Form>
  )
}
