import type { Account, OpenSession } from '../../../desk/api.ts'
import { SESSION_DAYS, SESSION_IDLE_HOURS } from '../../../desk/limits.ts'
import { orNull, problemText } from '../app/api-result.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { TransientButton, Trouble } from '../ui/form-controls.tsx'
import { timestampInSentence } from '../ui/wording.ts'
import styles from './account.module.css'
import { accountQuery } from './queries.ts'

/** Where the person is signed in. The other sessions can be ended one by one, or all at once. */
export function OpenSessions({ sessions, hasNotices }: Account) {
  const { call } = useDesk()
  const end = useAction({
    // One that is not found has ended already.
    send: async ({ path }: { readonly path: string; readonly done: string }) =>
      orNull(await call(path, { method: 'DELETE' })),
    done: (_, { done }) => done,
    failed: (problem) => `It may not have ended. ${problemText(problem)}`,
    refreshes: accountQuery,
  })

  return (
    <>
      <p>
        A session ends after {SESSION_IDLE_HOURS} hours without use, and after {SESSION_DAYS} days. “Sign out”
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
      <Trouble>{end.problem}</Trouble>
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
  'You get an e-mail after a sign-in with a browser that you have not used before, and when your password is changed.'
const NOTICES_OFF = 'This site cannot send you e-mails about new sign-ins.'
