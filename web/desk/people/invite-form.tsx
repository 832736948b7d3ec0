import { type ReactNode, useId, useRef, useState } from 'react'
import type { Role } from '../../../desk/api.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '../../../desk/limits.ts'
import type { NewMember } from '../../../desk/requests.ts'
import { Form } from '../../ui/form.tsx'
import { useAction } from '../app/use-action.ts'
import { useDesk } from '../app/use-desk.ts'
import { memberProblemText } from './member-problem-text.ts'
import { NewLinkBox, type ShownLink } from './new-link-box.tsx'
import { linkShape, membersQuery } from './queries.ts'

const EMPTY: NewMember = { name: '', email: '', role: 'specialist' }

interface InviteFormProps {
  readonly shown: ShownLink | null
  readonly onShow: (link: ShownLink) => void
}

/** Invites a person, and shows their link. */
export function InviteForm({ shown, onShow }: InviteFormProps) {
  const { call } = useDesk()
  const nameField = useRef<HTMLInputElement>(null)
  const [person, setPerson] = useState(EMPTY)
  const invite = useAction({
    send: () => call('members', { method: 'POST', body: person, shape: linkShape }),
    done: () => `${person.name} is invited.`,
    failed: memberProblemText,
    onDone: (link) => {
      onShow({ ...link, name: person.name, place: 'form' })
      // Otherwise the browser would mark the emptied fields as invalid.
      nameField.current?.form?.reset()
      setPerson(EMPTY)
    },
    refreshes: membersQuery,
  })

  return (
    <section className="part invite">
      <h2>Invite a person</h2>
      <Form onSubmit={invite.run}>
        <InviteField label="Name">
          {(id) => (
            <input
              className="input"
              id={id}
              ref={nameField}
              required
              autoComplete="off"
              maxLength={MAX_NAME_LENGTH}
              value={person.name}
              onChange={({ target }) => setPerson({ ...person, name: target.value })}
            />
          )}
        </InviteField>
        <InviteField label="E-mail">
          {(id) => (
            <input
              className="input"
              id={id}
              type="email"
              required
              autoComplete="off"
              maxLength={MAX_ADDRESS_LENGTH}
              value={person.email}
              onChange={({ target }) => setPerson({ ...person, email: target.value })}
            />
          )}
        </InviteField>
        <InviteField label="Role">
          {(id) => (
            <select
              className="input"
              id={id}
              value={person.role}
              onChange={({ target }) => setPerson({ ...person, role: target.value as Role })}
            >
              <option value="specialist">Specialist</option>
              <option value="owner">Owner</option>
            </select>
          )}
        </InviteField>
        <button className="button primary small" type="submit" aria-disabled={invite.isBusy}>
          {invite.isBusy ? 'Inviting…' : 'Invite'}
        </button>
      </Form>
      <p className="form-trouble" role="alert">
        {invite.problem}
      </p>
      {shown?.place === 'form' && <NewLinkBox key={shown.token} {...shown} />}
    </section>
  )
}

function InviteField({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <p className="small-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </p>
  )
}
