import type { Account, OpenSession } from '../../../desk/api.ts'
import { SESSION_DAYS, SESSION_IDLE_HOURS } from '../../../desk/limits.ts'
import { orNull } from '../app/api-result.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { FormProblem, TransientButton } from '../ui/form-controls.tsx'
import { timestampInSentence } from '../ui/wording.ts'
import styles from './account.module.css'
import { accountQuery } from './queries.ts'

/** The browsers in which the person is signed in. Other sessions can be ended individually, or all at once. */
export function OpenSessions({ sessions, hasNotices }: Account) {
  const { call } = useDesk()
  const end = useAction({
    // A session that is not found has already ended.
    send: async ({ path }: { readonly path: string; readonly done: string }) =>
      orNull(await call(path, { method: 'DELETE' })),
    doneText: (_, { done }) => done,
    refreshes: accountQuery,
  })

  return (
    <>
      <p>
        A session ends after {SESSION_IDLE_HOURS} hours without use, or after {SESSION_DAYS} days. Signing out
        ends all of them. {hasNotices ? NOTICES_ON : NOTICES_OFF}
      </p>
      <ul className={styles.list} aria-label="Open sessions">
        {sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            action={end}
            onEnd={() =>
              end.run({ path: `account/sessions/${session.id}`, done: `${nameOf(session)} was signed out.` })
            }
          />
        ))}
      </ul>
      <FormProblem>{end.problem}</FormProblem>
      {sessions.length > 2 && (
        <TransientButton
          className="button danger small"
          action={end}
          onClick={() => end.run({ path: 'account/sessions', done: 'All other sessions have ended.' })}
        >
          End all others
        </TransientButton>
      )}
    </>
  )
}

interface SessionProps {
  readonly session: OpenSession
  readonly action: { readonly isBusy: boolean }
  readonly onEnd: () => void
}

function Session({ session, action, onEnd }: SessionProps) {
  const { timeZone } = useDesk()
  const [began, seen] = [session.beganAt, session.seenAt].map((at) => timestampInSentence(at, timeZone))
  return (
    <li>
      <div>
        <b>{nameOf(session)}</b>
        <p className="hint">
          Signed in {began}, last used {session.isThis ? 'now' : seen}
        </p>
      </div>
      {session.isThis ? (
        <p>This browser</p>
      ) : (
        <TransientButton
          action={action}
          about={`the session of ${nameOf(session)}, signed in ${began}`}
          onClick={onEnd}
        >
          End
        </TransientButton>
      )}
    </li>
  )
}

/** Sessions from before the desk asked for the browser have no name. */
const nameOf = ({ browser }: OpenSession) => browser || 'Unknown browser'

const NOTICES_ON =
  'We email you after a sign-in with a browser that you have not used before, and when your password is changed.'
const NOTICES_OFF = 'This site cannot send you emails about new sign-ins.'
