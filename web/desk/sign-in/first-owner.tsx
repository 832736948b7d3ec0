import { useNavigate } from 'react-router'
import type { NewLink } from '../../../desk/api.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '../../../desk/limits.ts'
import type { FirstOwner as NewOwner } from '../../../desk/requests.ts'
import { objectWith, reasonText } from '../app/api-result.ts'
import { callApi } from '../app/call-api.ts'
import { useAction } from '../app/use-desk.ts'
import { ActionForm, EmailField, TextField } from '../ui/form-controls.tsx'
import { AuthPanel } from './auth-panel.tsx'

const REASONS = {
  'not an address': 'This is not an email address.',
  'link is used up':
    'This link no longer works. If the desk still has no owner, start the server again: it prints a new one.',
}

/** The page of the link that the server prints on a terminal while the desk has no people. */
export function FirstOwner({ token }: { token: string }) {
  const navigate = useNavigate()
  const add = useAction({
    send: (person: Omit<NewOwner, 'token'>) => {
      const body: NewOwner = { ...person, token }
      return callApi('first-owner', { method: 'POST', body, shape: objectWith<NewLink>('token') })
    },
    failedText: (problem) => reasonText(problem, REASONS),
    onDone: (link) => navigate({ hash: `set=${link.token}` }, { replace: true }),
  })
  return (
    <AuthPanel title="You are the first owner">
      <p>Enter your name and email. Next, you will choose a password.</p>
      <ActionForm action={add} label="Continue" busy="Saving…" look="primary">
        <TextField name="name" label="Your name" autoComplete="name" maxLength={MAX_NAME_LENGTH} />
        <EmailField maxLength={MAX_ADDRESS_LENGTH} />
      </ActionForm>
    </AuthPanel>
  )
}
