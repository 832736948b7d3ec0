import { useCallback, useEffect, useRef, useState } from 'react'
import type { Session } from '../../desk/api.ts'
import { callApi, type Problem } from './call-api.ts'
import { Loading } from './parts/states.tsx'
import { AnotherPerson } from './screens/another-person.tsx'
import { ChoosePassword } from './screens/choose-password.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { Unavailable } from './screens/unavailable.tsx'
import { SignedIn } from './signed-in.tsx'
import { useAskedBeforeLeaving } from './use-draft.ts'
import { goTo, usePlace } from './use-place.ts'
import { useReadOut } from './use-read-out.ts'
import { onTold } from './windows.ts'

type Presence =
  | { readonly kind: 'asking' }
  | { readonly kind: 'nobody'; readonly wasSignedIn: boolean }
  | { readonly kind: 'signed in'; readonly session: Session }
  | { readonly kind: 'unknown'; readonly problem: Problem }

/** The desk: who is there comes first, and nothing of a project is on the page before it is known. */
export function DeskPage({ brandName }: { brandName: string }) {
  const place = usePlace()
  const [presence, setPresence] = useState<Presence>({ kind: 'asking' })
  // What was fetched and typed. It outlives a session that ran out, but no other person sees it.
  const [kept, setKept] = useState(() => ({ email: '', memory: new Map<string, unknown>() }))

  useAskedBeforeLeaving(kept.memory)

  const asked = useRef(0)
  const ask = useCallback(async () => {
    const turn = ++asked.current
    const answer = await callApi<Session>('session')
    // What was asked later knows better.
    if (turn !== asked.current) return
    if (answer.ok) {
      const { person } = answer.value
      setKept((before) =>
        before.email === person.email ? before : { email: person.email, memory: new Map() },
      )
      setPresence({ kind: 'signed in', session: answer.value })
    } else if (answer.problem.kind === 'signed out') {
      setPresence({ kind: 'nobody', wasSignedIn: false })
    } else setPresence({ kind: 'unknown', problem: answer.problem })
  }, [])

  // Follows the session: it may have ended while this page lay in the browser's memory.
  useEffect(() => {
    void ask()
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [ask])

  const { email } = kept
  /** Finds out whether the person who is signed in still is, or who is instead. */
  const askAgain = useCallback(
    async (isRefused: boolean) => {
      const turn = asked.current
      const answer = await callApi<Session>('session')
      if (turn !== asked.current) return false
      if (answer.ok)
        setPresence((now) => (wasThere(now) ? { kind: 'signed in', session: answer.value } : now))
      // Only an answer speaks against a refusal.
      else if (isRefused || answer.problem.kind === 'signed out')
        // Who has signed out need not hear that a request which was on its way was refused.
        setPresence((now) => (now.kind === 'signed in' ? { kind: 'nobody', wasSignedIn: true } : now))
      return answer.ok && answer.value.person.email === email
    },
    [email],
  )
  const onRefused = useCallback(() => askAgain(true), [askAgain])
  const onDoubt = useCallback(() => askAgain(false), [askAgain])
  // Follows the other windows of this browser.
  useEffect(() => onTold(onDoubt), [onDoubt])

  const onLeft = useCallback(() => {
    setKept({ email: '', memory: new Map() })
    setPresence({ kind: 'nobody', wasSignedIn: false })
    goTo({ kind: 'inbox', filter: {} })
  }, [])

  const isSettingPassword = place.kind === 'set password'
  const isAnother = presence.kind === 'signed in' && presence.session.person.email !== kept.email
  const shown = isAnother ? 'another person' : presence.kind
  useReadOut(isSettingPassword ? place.kind : shown === 'asking' ? null : shown)

  if (isSettingPassword) {
    // The key begins anew for another link, which may be opened where one was used up.
    return <ChoosePassword key={place.token} brandName={brandName} token={place.token} />
  }
  switch (presence.kind) {
    case 'asking':
      return (
        <main className="screen">
          <Loading />
        </main>
      )
    case 'nobody':
      return <SignIn brandName={brandName} wasSignedIn={presence.wasSignedIn} onSignedIn={ask} />
    case 'unknown':
      return <Unavailable brandName={brandName} problem={presence.problem} onRetry={ask} />
    case 'signed in':
      return isAnother ? (
        <AnotherPerson brandName={brandName} person={presence.session.person} onGoOn={ask} />
      ) : (
        <SignedIn
          session={presence.session}
          memory={kept.memory}
          onRefused={onRefused}
          onDoubt={onDoubt}
          onLeft={onLeft}
          place={place}
        />
      )
  }
}

/** Somebody is at work here, or was until the session ended. */
const wasThere = (presence: Presence) =>
  presence.kind === 'signed in' || (presence.kind === 'nobody' && presence.wasSignedIn)
