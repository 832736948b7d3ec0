import type { Account, OpenSession } from '../../../desk/api.ts'
import { SESSION_DAYS, SESSION_IDLE_HOURS } from '../../../desk/limits.ts'
import { orNull } from '../app/api-result.ts'
import { problemText } from '../app/problem-text.ts'
import { useAction } from '../app/use-action.ts'
import { useDesk } from '../app/use-desk.ts'
import { TransientButton } from '../ui/form-controls.tsx'
import { timestampInSentence } from '../ui/wording.ts'
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
      <ul className="sessions" aria-label="Open sessions">
        {sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            isBusy={end.isBusy}
            onEnd={() =>
              end.run({ path: `account/sessions/${session.id}`, done: `${nameOf(session)} was signed out.` })
            }
          />
        ))}
      </ul>
      <p className="form-trouble" role="alert">
        {end.problem}
      </p>
      {sessions.length > 2 && (
        <TransientButton
          className="button danger small"
          aria-disabled={end.isBusy}
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
  readonly isBusy: boolean
  readonly onEnd: () => void
}

function Session({ session, isBusy, onEnd }: SessionProps) {
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
        <TransientButton className="button secondary small" aria-disabled={isBusy} onClick={onEnd}>
          End
          <span className="unseen">
            {' '}
            the session of {nameOf(session)}, signed in {began}
          </span>
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
