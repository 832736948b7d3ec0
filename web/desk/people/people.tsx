import type { TeamMember } from '../../../desk/api.ts'
import { useApi } from '../app/use-desk.ts'
import { QueryView } from '../ui/loading-states.tsx'
import rows from '../ui/rows.module.css'
import { ScreenHead } from '../ui/screen-head.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberRow } from './member-row.tsx'
import styles from './people.module.css'
import { membersQuery } from './queries.ts'
import { RequirePasskeys } from './require-passkeys.tsx'

/** Everyone who may use the desk or is invited to, for owners. */
export function People() {
  const members = useApi(membersQuery)
  return (
    <>
      <ScreenHead hint="Owners can do everything. Specialists cannot export or erase projects, manage people, change settings, or see webhooks or the audit list." />
      <QueryView query={members}>
        {({ members: all, sendsEmails }) => (
          <>
            {!sendsEmails && (
              <p className="lead-line">
                This site cannot email people at the desk, because its mail service sends only its own
                template. Send them their links yourself.
              </p>
            )}
            <InviteForm />
            <ul className={`${rows.list} ${styles.people}`} aria-label="People">
              {all.map((member) => (
                <MemberRow key={member.email} member={member} others={othersOf(all, member)} />
              ))}
            </ul>
            <RequirePasskeys />
          </>
        )}
      </QueryView>
    </>
  )
}

const othersOf = (all: readonly TeamMember[], { email }: TeamMember) =>
  all.filter((other) => other.email !== email)
