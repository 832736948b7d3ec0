import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NewPassword } from '../../../desk/requests.ts'
import { Form } from '../../ui/form.tsx'
import { mayBeDone, passwordProblemText } from '../problem-text.ts'
import { useDesk } from '../use-desk.ts'
import { CurrentPasswordField } from './current-password-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/** Asks for the current password, so that an unattended desk is not enough. */
export function PasswordForm() {
  const { announce, call, person } = useDesk()
  const queryClient = useQueryClient()
  const currentField = useRef<HTMLInputElement>(null)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function change() {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    const body: NewPassword = { current, password }
    const result = await call('account/password', { method: 'PUT', body })
    setBusy(false)
    if (!result.ok) {
      return setProblem(
        `${mayBeDone(result.problem) ? 'Your password may not have been changed' : 'Not changed'}. ${passwordProblemText(result.problem)}`,
      )
    }
    // Otherwise the browser would mark the emptied fields as invalid.
    currentField.current?.form?.reset()
    setCurrent('')
    setPassword('')
    announce('Your password was changed, and your other sessions have ended.')
    await queryClient.invalidateQueries()
  }

  return (
    <Form onSubmit={change}>
      <CurrentPasswordField email={person.email} value={current} onChange={setCurrent} ref={currentField} />
      <NewPasswordField value={password} onChange={setPassword} />
      <p className="form-trouble" role="alert">
        {problem}
      </p>
      <button className="button primary small" type="submit" aria-disabled={isBusy}>
        {isBusy ? 'Changing…' : 'Change the password'}
      </button>
    </Form>
  )
}
