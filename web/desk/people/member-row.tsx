import { useRef, useState } from 'react'
import type { Person, TeamMember } from '../../../desk/api.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import type { ChosenMember, Removal, RoleChange } from '../../../desk/requests.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { Button, FormProblem, TransientButton } from '../ui/form-controls.tsx'
import type { Question } from '../ui/use-question.tsx'
import { timestampInSentence } from '../ui/wording.ts'
import { memberProblemText } from './member-problem-text.ts'
import { NewLinkBox, type ShownLink } from './new-link-box.tsx'
import styles from './people.module.css'
import { linkShape, membersQuery } from './queries.ts'
import { RemoveForm } from './remove-form.tsx'

interface MemberRowProps {
  readonly member: TeamMember
  /** Who may take over the person's projects. */
  readonly others: readonly Person[]
  readonly shown: ShownLink | null
  readonly onShow: (link: ShownLink | null) => void
}

/** A change of a member, and what the notice says about it. */
interface Wanted {
  readonly path: 'link' | 'reset' | 'role' | 'remove'
  readonly body: ChosenMember
  readonly done: string
  readonly question?: Question | undefined
}

/** One person or invitation, and what an owner can do about it. */
export function MemberRow({ member, others, shown, onShow }: MemberRowProps) {
  const { name, email, role, hasPassword, openProjects } = member
  const { call, person, timeZone } = useDesk()
  const [isRemoving, setRemoving] = useState(false)
  const row = useFocusFallback<HTMLLIElement>()
  const removeButton = useRef<HTMLButtonElement>(null)
  const isSelf = email === person.email
  const isInvitation = isInvited(member)

  const change = useAction({
    asks: ({ question }: Wanted) => question,
    send: ({ path, body }) => call(`members/${path}`, { method: 'POST', body }),
    done: (_, { done }) => done,
    failed: memberProblemText,
    onDone: (response, { path }) => {
      if (linkShape(response)) onShow({ ...response, name, place: 'row' })
      else if (path === 'remove' && shown?.email === email) onShow(null)
    },
    refreshes: membersQuery,
  })

  function resend() {
    const done = `${name} has a new link. The old one no longer works.`
    change.run({ path: 'link', body: { email }, done })
  }

  function reset() {
    const text =
      'Their password and passkeys are removed, and they are signed out. They choose a new password through a link.'
    const question = { title: `Reset ${name}?`, text, yes: 'Reset' }
    change.run({ path: 'reset', body: { email }, done: `${name} was reset.`, question })
  }

  function changeRole() {
    const next = role === 'owner' ? 'specialist' : 'owner'
    const { what, text } = roleTexts[next]
    const question = { title: `Make ${isSelf ? 'yourself' : name} ${what}?`, text, yes: 'Change role' }
    const body: RoleChange = { email, role: next }
    change.run({ path: 'role', body, done: `${name} is now ${what}.`, question })
  }

  function remove(reassignTo: string | null, question?: Question) {
    const done = isInvitation ? 'The invitation was revoked.' : `${name} was removed.`
    const body: Removal = { email, reassignTo }
    change.run({ path: 'remove', body, done, question })
  }

  function askToRemove() {
    if (openProjects > 0) setRemoving(!isRemoving)
    else if (isInvitation) remove(null, { title: `Revoke the invitation of ${name}?`, yes: 'Revoke' })
    else remove(null, { title: `Remove ${name} from the desk?`, yes: 'Remove' })
  }

  return (
    <li tabIndex={-1} ref={row}>
      <div>
        <h2>
          {name} {isSelf && <span className="hint">(you)</span>}{' '}
          <span className="type-chip">{role === 'owner' ? 'Owner' : 'Specialist'}</span>
        </h2>
        <p className={styles.address}>{email}</p>
        <p className="hint">{accessText(member, timeZone)}</p>
        <FormProblem>{change.problem}</FormProblem>
      </div>
      <p className={styles.buttons}>
        {!hasPassword && (
          <Button action={change} about={name} onClick={resend}>
            Resend
          </Button>
        )}
        {hasPassword && !isSelf && (
          <TransientButton action={change} about={name} onClick={reset} next={() => row.current}>
            Reset
          </TransientButton>
        )}
        <Button action={change} about={name} onClick={changeRole}>
          Change role
        </Button>
        {!isSelf && (
          <Button
            className="button danger small"
            action={change}
            about={name}
            ref={removeButton}
            onClick={askToRemove}
            aria-expanded={openProjects > 0 ? isRemoving : undefined}
          >
            {isInvitation ? 'Revoke' : 'Remove'}
          </Button>
        )}
      </p>
      {isRemoving && (
        <RemoveForm
          member={member}
          others={others}
          isBusy={change.isBusy}
          onRemove={remove}
          onCancel={() => setRemoving(false)}
          cancelTarget={() => removeButton.current}
        />
      )}
      {shown?.place === 'row' && shown.email === email && <NewLinkBox key={shown.token} {...shown} />}
    </li>
  )
}

/** A person who was reset is no longer one who is only invited. */
const isInvited = ({ hasPassword, signedInAt }: TeamMember) => !hasPassword && signedInAt === null

function accessText(member: TeamMember, timeZone: string): string {
  const { hasPassword, linkUntil, passkeys, signedInAt } = member
  if (!hasPassword) {
    const state = isInvited(member) ? 'Invited' : 'Reset'
    return linkUntil
      ? `${state}: the link works until ${timestampInSentence(linkUntil, timeZone)}`
      : `${state}: the link no longer works`
  }
  const last = signedInAt ? `Last sign-in ${timestampInSentence(signedInAt, timeZone)}` : 'Never signed in'
  return `${last}, ${passkeys > 0 ? pluralize(passkeys, 'passkey') : 'no passkey'}`
}

const roleTexts = {
  owner: { what: 'an owner', text: 'Owners may do everything.' },
  specialist: {
    what: 'a specialist',
    text: 'Specialists may not export or erase projects, manage people, or see webhooks or the audit list.',
  },
} as const
