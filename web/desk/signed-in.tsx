import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Session } from '../../desk/api.ts'
import { ErrorBoundary } from '../ui/error-view.tsx'
import { HEADING } from '../ui/heading.tsx'
import { addressOf, type Place, placeNames } from './address.ts'
import { callApi } from './call-api.ts'
import { Frame } from './parts/frame.tsx'
import { Audit } from './screens/audit.tsx'
import { Deliveries } from './screens/deliveries.tsx'
import { FunnelScreen } from './screens/funnel-screen.tsx'
import { InboxScreen } from './screens/inbox-screen.tsx'
import { ProjectScreen } from './screens/project-screen.tsx'
import { Unanswered } from './screens/unanswered.tsx'
import { ChangesContext, useChangesLine } from './use-changes.ts'
import { type Desk, DeskContext, keepList, useDesk } from './use-desk.ts'
import { hasDrafts } from './use-draft.ts'
import { tellWindows } from './windows.ts'

interface SignedInProps {
  readonly session: Session
  readonly memory: Map<string, unknown>
  readonly place: Place
  /** A request was refused because nobody is signed in; tells whether the same person is by now. */
  readonly onRefused: () => Promise<boolean>
  /** The session may have ended, or be somebody else's. */
  readonly onDoubt: () => void
  /** The person has signed out. */
  readonly onLeft: () => void
}

const NOTICE_MS = 8_000
const UNSAVED = 'What is not saved yet will be lost. Sign out?'

/** Everything a signed-in person can see. */
export function SignedIn({ session, memory, place, onRefused, onDoubt, onLeft }: SignedInProps) {
  const [notice, announce] = useState('')
  const [complaint, complain] = useState('')
  const changes = useChangesLine(onDoubt)
  const call = useCallback(
    async <T,>(...asked: Parameters<typeof callApi>) => {
      const answer = await callApi<T>(...asked)
      const isRefused = !answer.ok && answer.problem.kind === 'signed out'
      // What was refused was not done, and whoever has signed in again elsewhere need not ask for it twice.
      return isRefused && (await onRefused()) ? callApi<T>(...asked) : answer
    },
    [onRefused],
  )
  const desk = useMemo<Desk>(
    () => ({ ...session, memory, call, announce, complain }),
    [session, memory, call],
  )
  keepList(memory, place)
  const address = addressOf(place)
  useArrival(address)

  // Follows the address: whoever goes on has read what went wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is followed, not read
  useEffect(() => complain(''), [address])

  // Follows the clock: a notice is shown for a while.
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => announce(''), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])

  async function signOut() {
    complain('')
    if (hasDrafts(memory) && !confirm(UNSAVED)) return
    const answer = await callApi('session', { method: 'DELETE' })
    if (answer.ok || answer.problem.kind === 'signed out') {
      tellWindows()
      onLeft()
    } else complain('You are still signed in: the server could not be reached. Try again.')
  }

  return (
    <DeskContext value={desk}>
      <ChangesContext value={changes}>
        <ErrorBoundary resetKey={address}>
          <Frame
            place={place}
            isLive={changes.isLive}
            notice={notice}
            complaint={complaint}
            onSignOut={signOut}
          >
            {/* The key makes each place a new one. */}
            <PlaceView key={withoutFilter(address)} place={place} />
          </Frame>
        </ErrorBoundary>
      </ChangesContext>
    </DeskContext>
  )
}

function PlaceView({ place }: { place: Place }) {
  const { brandName } = useDesk()
  // Follows the place: each has its title, and none of them names a homeowner. One that cannot be shown has the error's.
  useEffect(() => {
    document.title = `${placeNames[place.kind]} – Desk – ${brandName}`
  }, [place.kind, brandName])

  switch (place.kind) {
    case 'inbox':
      return <InboxScreen filter={place.filter} />
    case 'project':
      return <ProjectScreen id={place.id} />
    case 'unanswered':
      return <Unanswered />
    case 'funnel':
      return <FunnelScreen from={place.from} to={place.to} />
    case 'deliveries':
      return <Deliveries />
    case 'audit':
      return <Audit />
    case 'set password':
      return null
  }
}

/**
 * A place that was gone to is shown from its top and read out; one that was gone back to is left where it was. From a
 * project one comes to its line, where it is listed.
 */
function useArrival(address: string) {
  const before = useRef(address)
  // Follows the address, and writes into the history which of its entries have been shown.
  useEffect(() => {
    const isNew = history.state === null
    if (isNew) history.replaceState({ shown: true }, '')
    if (before.current === address) return
    const left = before.current
    before.current = address
    if (withoutFilter(left) === withoutFilter(address)) return
    if (isNew) scrollTo(0, 0)
    const line = lineOf(left)
    if (line) line.focus({ preventScroll: !isNew })
    else document.getElementById(HEADING)?.focus({ preventScroll: true })
  }, [address])
}

/** A filter changes what is listed, not where one is. */
const withoutFilter = (address: string) => address.split('?')[0]

/** The line that names the project of an address: not its link, which a key that is still held would press. */
const lineOf = (address: string) =>
  [...document.querySelectorAll('main a.name')]
    .find((link) => link.getAttribute('href') === address)
    ?.closest<HTMLElement>('tr, li')
