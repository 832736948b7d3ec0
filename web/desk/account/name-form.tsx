import { isPersonName, MAX_NAME_LENGTH } from '../../../desk/limits.ts'
import type { NewName } from '../../../desk/requests.ts'
import { explain } from '../app/api-result.ts'
import { EVERYTHING } from '../app/query-client.ts'
import { announceSessionChange } from '../app/session-channel.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { ActionForm, TextField } from '../ui/form-controls.tsx'

/** The name that colleagues see, in histories too. */
export function NameForm() {
  const { call, person } = useDesk()
  const save = useAction({
    send: async (body: NewName) =>
      isPersonName(body.name) ? call('account/name', { method: 'PUT', body }) : explain(NOT_A_NAME),
    doneText: () => 'Your name was changed.',
    onDone: announceSessionChange,
    // Names are all over the desk.
    refreshes: EVERYTHING,
  })

  return (
    <ActionForm action={save} label="Change name" busy="Saving…">
      <TextField name="name" label="Your name" autoComplete="name" defaultValue={person.name} />
    </ActionForm>
  )
}

const NOT_A_NAME = `A name has one to ${MAX_NAME_LENGTH} characters.`
