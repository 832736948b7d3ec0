import { useRef, useState } from 'react'
import type { NewLink, Person, TeamMember } from '../../../desk/api.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import type { ChosenMember, Removal, RoleChange } from '../../../desk/requests.ts'
import { useFocusFallback } from '../focus.ts'
import { memberProblemText } from '../member-problem-text.ts'
import { useDesk } from '../use-desk.ts'
import { timestampInSentence } from '../wording.ts'
import { TransientButton } from './form-controls.tsx'
import { NewLinkBox, type ShownLink } from './new-link-box.tsx'
import { RemoveForm } from './remove-form.tsx'

interface MemberRowProps {
  readonly member: TeamMember
  /** Who may take over the person's projects. */
  readonly others: readonly Person[]
  readonly shown: ShownLink | null
  readonly onShow: (link: ShownLink | null) => void
  /** Loads the list again. */
  readonly onChanged: () => Promise<unknown>
}

/** One person or invitation, and what an owner can do about it. */
export function MemberRow({ member, others, shown, onShow, onChanged }: MemberRowProps) {
  const { name, email, role, hasPassword, openProjects } = member
  const { announce, call, person, timeZone } = useDesk()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const row = useFocusFallback<HTMLLIElement>()
  const removeButton = useRef<HTMLButtonElement>(null)
  const isOneself = email === person.email
  const isInvitation = isInvited(member)

  /** The response, or null when the request failed. */
  async function send<T>(path: string, body: ChosenMember, done: string): Promise<T | null> {
    setBusy(true)
    setProblem('')
    const result = await call<T>(`members/${path}`, { method: 'POST', body })
    setBusy(false)
    if (result.ok) announce(done)
    else setProblem(memberProblemText(result.problem))
    return result.ok ? result.value : null
  }

  async function makeLink(path: 'link' | 'reset', done: string) {
    const made = await send<NewLink>(path, { email }, done)
    if (made) onShow({ ...made, name, place: 'row' })
    await onChanged()
  }

  async function remove(heir: string | null) {
    const body: Removal = { email, heir }
    const done = isInvitation ? 'The invitation is revoked.' : `${name} is removed.`
    const removed = await send('remove', body, done)
    if (removed !== null && shown?.email === email) onShow(null)
    await onChanged()
  }

  async function changeRole() {
    const next = role === 'owner' ? 'specialist' : 'owner'
    if (isBusy || !confirm(roleQuestion(next, isOneself ? 'yourself' : name))) return
    const body: RoleChange = { email, role: next }
    await send('role', body, `${name} is ${next === 'owner' ? 'an owner' : 'a specialist'} now.`)
    await onChanged()
  }

  function resend() {
    if (!isBusy) void makeLink('link', `${name} has a new link. The older one no longer works.`)
  }

  function reset() {
    const question = `Reset ${name}? Their password and passkeys are removed, and they are signed out. They choose a new password through a link.`
    if (!isBusy && confirm(question)) void makeLink('reset', `${name} is reset.`)
  }

  function askToRemove() {
    if (isBusy) return
    if (openProjects > 0) setRemoving(!isRemoving)
    else if (confirm(isInvitation ? `Revoke the invitation of ${name}?` : `Remove ${name} from the desk?`))
      void remove(null)
  }

  const ofWhom = <span className="unseen"> {name}</span>
  return (
    <li tabIndex={-1} ref={row}>
      <div>
        <h2>
          {name} {isOneself && <span className="hint">(you)</span>}{' '}
          <span className="type-chip">{role === 'owner' ? 'Owner' : 'Specialist'}</span>
        </h2>
        <p className="address">{email}</p>
        <p className="hint">{accessText(member, timeZone)}</p>
        <p className="form-trouble" role="alert">
          {problem}
        </p>
      </div>
      <p className="member-buttons">
        {!hasPassword && (
          <button className="button secondary small" type="button" onClick={resend} aria-disabled={isBusy}>
            Resend{ofWhom}
          </button>
        )}
        {hasPassword && !isOneself && (
          <TransientButton
            className="button secondary small"
            onClick={reset}
            aria-disabled={isBusy}
            next={() => row.current}
          >
            Reset{ofWhom}
          </TransientButton>
        )}
        <button className="button secondary small" type="button" onClick={changeRole} aria-disabled={isBusy}>
          Change role{ofWhom}
        </button>
        {!isOneself && (
          <button
            className="button danger small"
            type="button"
            ref={removeButton}
            onClick={askToRemove}
            aria-disabled={isBusy}
            aria-expanded={openProjects > 0 ? isRemoving : undefined}
          >
            {isInvitation ? 'Revoke' : 'Remove'}
            {ofWhom}
          </button>
        )}
      </p>
      {isRemoving && (
        <RemoveForm
          member={member}
          others={others}
          isBusy={isBusy}
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

const roleQuestion = (next: RoleChange['role'], who: string) =>
  next === 'owner'
    ? `Make ${who} an owner? Owners may do everything.`
    : `Make ${who} a specialist? Specialists may not export or erase projects, manage people, or see webhooks or the audit list.`
