import type { Person, TeamMember } from '../../../desk/api.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import type { ChosenMember, Removal, RoleChange } from '../../../desk/requests.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { Chip } from '../ui/badges.tsx'
import { useFocusFallback } from '../ui/focus.ts'
import { Button, FormProblem, SelectField, TransientButton } from '../ui/form-controls.tsx'
import type { Question } from '../ui/use-question.tsx'
import { timestampInSentence } from '../ui/wording.ts'
import { newLinkQuestion } from './new-link-question.tsx'
import styles from './people.module.css'
import { linkShape, memberReasons, membersQuery } from './queries.ts'

interface MemberRowProps {
  readonly member: TeamMember
  /** Who may take over the person's projects. */
  readonly others: readonly Person[]
}

/** A change of a member, and what the notice says about it. */
interface Wanted {
  readonly path: 'link' | 'reset' | 'role' | 'remove'
  readonly body: ChosenMember
  readonly done: string
  readonly question?: Question
}

/** One person or invitation, and what an owner can do about it. */
export function MemberRow({ member, others }: MemberRowProps) {
  const { name, email, role, hasPassword, openProjects } = member
  const { ask, call, person, timeZone } = useDesk()
  const row = useFocusFallback<HTMLLIElement>()
  const isSelf = email === person.email
  const isInvitation = isInvited(member)

  const change = useAction({
    questionFor: ({ question }: Wanted) => question,
    send: ({ path, body }) => call(`members/${path}`, { method: 'POST', body }),
    doneText: (_, { done }) => done,
    reasons: memberReasons,
    onDone: async (response) => {
      if (linkShape(response)) await ask(newLinkQuestion(name, response))
    },
    refreshes: membersQuery,
  })

  function renewLink() {
    const done = `${name} has a new link. The old one no longer works.`
    change.run({ path: 'link', body: { email }, done })
  }

  function reset() {
    const text =
      'Their password and passkeys are removed, and they are signed out. They need the new link to choose another password.'
    const question = { title: `Reset access for ${name}?`, text, yes: 'Reset access' }
    change.run({ path: 'reset', body: { email }, done: `Access for ${name} was reset.`, question })
  }

  function changeRole() {
    const next = role === 'owner' ? 'specialist' : 'owner'
    const { what, text } = roleTexts[next]
    const question = { title: `Make ${isSelf ? 'yourself' : name} ${what}?`, text, yes: 'Change role' }
    const body: RoleChange = { email, role: next }
    change.run({ path: 'role', body, done: `${name} is now ${what}.`, question })
  }

  async function remove() {
    let reassignTo = ''
    const takeOver = () => (
      <SelectField
        label={`Who takes over ${name}’s ${pluralize(openProjects, 'open project')}?`}
        any="Unassigned"
        options={others.map((other) => ({ value: other.email, text: other.name }))}
        onChange={({ target }) => {
          reassignTo = target.value
        }}
      />
    )
    const isConfirmed = await ask({
      title: isInvitation ? `Revoke the invitation of ${name}?` : `Remove ${name} from the desk?`,
      ...(openProjects > 0 && { body: takeOver }),
      yes: isInvitation ? 'Revoke' : 'Remove',
    })
    const body: Removal = { email, reassignTo: reassignTo || null }
    const done = isInvitation ? 'The invitation was revoked.' : `${name} was removed.`
    if (isConfirmed) change.run({ path: 'remove', body, done })
  }

  return (
    <li className="box" tabIndex={-1} ref={row}>
      <div>
        <h2>
          {name} {isSelf && <span className="hint">(you)</span>}{' '}
          <Chip>{role === 'owner' ? 'Owner' : 'Specialist'}</Chip>
        </h2>
        <p className={styles.address}>{email}</p>
        <p className="hint">{accessText(member, timeZone)}</p>
        <FormProblem>{change.problem}</FormProblem>
      </div>
      <p className="buttons">
        {!hasPassword && (
          <Button action={change} about={`for ${name}`} onClick={renewLink}>
            New link
          </Button>
        )}
        {hasPassword && !isSelf && (
          <TransientButton action={change} about={`for ${name}`} onClick={reset} next={() => row.current}>
            Reset access
          </TransientButton>
        )}
        <Button action={change} about={name} onClick={changeRole}>
          Change role
        </Button>
        {!isSelf && (
          <Button className="button danger small" action={change} about={name} onClick={remove}>
            {isInvitation ? 'Revoke' : 'Remove'}
          </Button>
        )}
      </p>
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
  owner: { what: 'an owner', text: 'Owners can do everything.' },
  specialist: {
    what: 'a specialist',
    text: 'Specialists cannot export or erase projects, manage people, change settings, or see webhooks or the audit list.',
  },
} as const
