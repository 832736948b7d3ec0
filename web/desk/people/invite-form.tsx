import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '../../../desk/limits.ts'
import type { NewMember } from '../../../desk/requests.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { ActionForm, SelectField, TextField } from '../ui/form-controls.tsx'
import { newLinkQuestion } from './new-link-question.tsx'
import styles from './people.module.css'
import { linkShape, memberReasons, membersQuery } from './queries.ts'

/** Invites a person, and shows their link. */
export function InviteForm() {
  const { ask, call } = useDesk()
  const invite = useAction({
    send: (body: NewMember) => call('members', { method: 'POST', body, shape: linkShape }),
    doneText: (_, { name }) => `${name} was invited.`,
    reasons: memberReasons,
    onDone: (link, { name }) => ask(newLinkQuestion(name, link)),
    refreshes: membersQuery,
  })

  return (
    <section className={`part ${styles.box}`}>
      <h2>Invite a person</h2>
      <ActionForm action={invite} label="Invite" busy="Inviting…">
        <TextField name="name" label="Name" autoComplete="off" maxLength={MAX_NAME_LENGTH} />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={MAX_ADDRESS_LENGTH}
        />
        <SelectField
          name="role"
          label="Role"
          options={[
            { value: 'specialist', text: 'Specialist' },
            { value: 'owner', text: 'Owner' },
          ]}
        />
      </ActionForm>
    </section>
  )
}
