import type { NewPassword } from '../../../desk/requests.ts'
import { passwordReasons } from '../app/api-result.ts'
import { EVERYTHING } from '../app/query-client.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { ActionForm, CurrentPasswordField, NewPasswordField } from '../ui/form-controls.tsx'

/** Asks for the current password, so that an unattended desk is not enough. */
export function PasswordForm() {
  const { call, person } = useDesk()
  const change = useAction({
    send: (body: NewPassword) => call('account/password', { method: 'PUT', body }),
    doneText: () => 'Your password was changed, and your other sessions have ended.',
    reasons: passwordReasons,
    refreshes: EVERYTHING,
  })

  return (
    <ActionForm action={change} label="Change password" busy="Changing…">
      <CurrentPasswordField name="current" email={person.email} />
      <NewPasswordField />
    </ActionForm>
  )
}
