import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Session } from '../../../desk/api.ts'
import { useQuestion } from '../ui/use-question.tsx'
import { problemText } from './api-result.ts'
import { callApi } from './call-api.ts'
import { confirmedCall } from './confirmed-call.tsx'
import { type Drafts, hasDrafts } from './drafts.ts'
import { Frame } from './frame.tsx'
import { routeOf, routes } from './routes.ts'
import { Screen } from './screen.tsx'
import { DeskContext } from './use-desk.ts'
import { useLiveUpdates } from './use-live-updates.ts'

interface ShellProps {
  readonly session: Session
  readonly drafts: Drafts
  /** Called after a refused request; returns whether the same person is signed in again by now. */
  readonly renewSession: () => Promise<boolean>
  /** Called when the session may have ended, or another person may have signed in. */
  readonly onSessionUncertain: () => void
  /** Returns why the session has not ended, or ''. */
  readonly onSignOut: () => Promise<string>
}

const NOTICE_MS = 8_000
const UNSAVED = { title: 'Sign out?', text: 'Unsaved changes will be lost.', yes: 'Sign out' }

/** Everything a signed-in person sees: the frame and the screen of the current address. */
export function Shell({ session, drafts, renewSession, onSessionUncertain, onSignOut }: ShellProps) {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const [notice, announce] = useState('')
  const [errorMessage, showError] = useState('')
  const isLive = useLiveUpdates(onSessionUncertain)
  const { ask, dialog } = useQuestion()
  const [rows] = useState(() => new Map<string, HTMLElement>())
  const leftPath = useRef(pathname)

  const call: typeof callApi = async (...args) => {
    const result = await callApi(...args)
    if (!result.ok && result.problem.kind === 'owners only') {
      // The button that was pressed disappears, and its message with it. A screen says the same in its place.
      if (args[1]?.method) showError(`Nothing was changed. ${problemText(result.problem)}`)
      onSessionUncertain()
    }
    const isRefused = !result.ok && result.problem.kind === 'signed out'
    // A refused request had no effect, so it can be repeated after a sign-in in another window.
    return isRefused && (await renewSession()) ? callApi(...args) : result
  }

  // Clears the error message when the address changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the address changes
  useEffect(() => showError(''), [address])

  // Clears the notice after a few seconds.
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => announce(''), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])

  async function signOut() {
    showError('')
    if (!hasDrafts(drafts) || (await ask(UNSAVED))) showError(await onSignOut())
  }

  return (
    <DeskContext
      value={{
        ...session,
        drafts,
        call: confirmedCall(call, session.person.email, ask),
        ask,
        announce,
        showError,
        titleOf,
        screensBelow,
        signOut,
        rows,
      }}
    >
      <Frame isLive={isLive} notice={notice} errorMessage={errorMessage}>
        <Screen leftPath={leftPath} />
      </Frame>
      {dialog}
    </DeskContext>
  )
}

const titleOf = (address: string) => routeOf(address).title

const screensBelow = (path: string) => routes.filter(({ navigation }) => navigation === path)
