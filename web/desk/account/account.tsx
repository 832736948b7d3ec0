import { useLocation } from 'react-router'
import { HAS_NEW_PASSWORD } from '../app/paths.ts'
import { useApi, useDesk } from '../app/use-desk.ts'
import { QueryView } from '../ui/loading-states.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import styles from './account.module.css'
import { NameForm } from './name-form.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { accountQuery } from './queries.ts'

/** What a person can change about their own account. */
export function Account() {
  const { person, role, signOut } = useDesk()
  const account = useApi(accountQuery)
  const hasNewPassword = useLocation().state === HAS_NEW_PASSWORD
  const nameAndPassword = (
    <div>
      <section aria-labelledby="name-heading">
        <h2 id="name-heading">Name</h2>
        <NameForm />
      </section>
      <section aria-labelledby="password-heading">
        <h2 id="password-heading">Password</h2>
        <PasswordForm />
      </section>
    </div>
  )
  return (
    <>
      <ScreenHead
        hint={
          <>
            {person.email}, {role}
          </>
        }
      >
        <button className={`plain-button ${styles.signOut}`} type="button" onClick={signOut}>
          Sign out
        </button>
      </ScreenHead>
      {hasNewPassword && (
        <p className="lead-line" role="alert">
          Your password is set. Your passkeys still work: remove any that you do not recognize.
        </p>
      )}
      <div className={styles.account}>
        {!hasNewPassword && nameAndPassword}
        <div>
          <Passkeys />
          <section aria-labelledby="sessions-heading">
            <h2 id="sessions-heading">Sessions</h2>
            <QueryView query={account}>{(details) => <OpenSessions {...details} />}</QueryView>
          </section>
        </div>
        {hasNewPassword && nameAndPassword}
      </div>
    </>
  )
}
