import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '../../../desk/limits.ts'
import type { NewMember } from '../../../desk/requests.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { ActionForm, TextField } from '../ui/form-controls.tsx'
import { memberProblemText } from './member-problem-text.ts'
import { NewLinkBox, type ShownLink } from './new-link-box.tsx'
import styles from './people.module.css'
import { linkShape, membersQuery } from './queries.ts'

interface InviteFormProps {
  readonly shown: ShownLink | null
  readonly onShow: (link: ShownLink) => void
}

/** Invites a person, and shows their link. */
export function InviteForm({ shown, onShow }: InviteFormProps) {
  const { call } = useDesk()
  const invite = useAction({
    send: (body: NewMember) => call('members', { method: 'POST', body, shape: linkShape }),
    done: (_, { name }) => `${name} was invited.`,
    failed: memberProblemText,
    onDone: (link, { name }) => onShow({ ...link, name, place: 'form' }),
    refreshes: membersQuery,
  })

  return (
    <section className={`part ${styles.invite}`}>
      <h2>Invite a person</h2>
      <ActionForm action={invite} label="Invite" busy="Inviting…">
        <TextField isSmall name="name" label="Name" autoComplete="off" maxLength={MAX_NAME_LENGTH} />
        <TextField
          isSmall
          name="email"
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={MAX_ADDRESS_LENGTH}
        />
        <p className="small-field">
          <label htmlFor="role">Role</label>
          <select className="input" id="role" name="role">
            <option value="specialist">Specialist</option>
            <option value="owner">Owner</option>
          </select>
        </p>
      </ActionForm>
      {shown?.place === 'form' && <NewLinkBox key={shown.token} {...shown} />}
    </section>
  )
}
