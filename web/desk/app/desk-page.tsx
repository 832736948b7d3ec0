import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import type { Session } from '../../../desk/api.ts'
import { AnotherPerson } from '../sign-in/another-person.tsx'
import { ChoosePassword } from '../sign-in/choose-password.tsx'
import { FirstOwner } from '../sign-in/first-owner.tsx'
import { MustAddPasskey } from '../sign-in/must-add-passkey.tsx'
import { SignIn } from '../sign-in/sign-in.tsx'
import { Unavailable } from '../sign-in/unavailable.tsx'
import { useFocusHeading } from '../ui/focus.ts'
import { Loading } from '../ui/loading-states.tsx'
import { type ApiResult, explain, objectWith } from './api-result.ts'
import { callApi } from './call-api.ts'
import { type Drafts, useLeaveWarning } from './drafts.ts'
import { firstOwnerToken, passwordToken, pathOfOldLink } from './paths.ts'
import { DESK, EVERY_MINUTE, unwrap } from './query-client.ts'
import { announceSessionChange, onSessionChange } from './session-channel.ts'
import { Shell } from './shell.tsx'
import { useProblem } from './use-desk.ts'

const COOKIES_BLOCKED =
  'Your browser did not keep you signed in. Allow this site to set cookies, then try again.'

/** The desk: the sign-in, and behind it every screen. Nothing of a project is rendered without a session. */
export function DeskPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const session = useSession()
  const problem = useProblem(session)
  // Whose data and drafts this page holds: undefined before the first response, null when signed out.
  const [owner, setOwner] = useState<string | null>()
  const [drafts] = useState<Drafts>(() => new Map())
  useLeaveWarning(drafts)

  if (owner === undefined && session.data !== undefined) setOwner(session.data?.person.email ?? null)

  function changeOwner(email: string | null) {
    if (email !== owner) {
      queryClient.removeQueries({ queryKey: [DESK] })
      drafts.clear()
    }
    setOwner(email)
  }

  /** Loads the session after a sign-in. */
  async function enter(): Promise<ApiResult<unknown>> {
    const { data, error } = await session.refetch()
    if (data) changeOwner(data.person.email)
    if (error) return { ok: false, problem: error.problem }
    return data ? { ok: true, value: data } : explain(COOKIES_BLOCKED)
  }

  /** Returns why the session has not ended, or ''. */
  async function signOut(): Promise<string> {
    const result = await callApi('session', { method: 'DELETE' })
    if (!result.ok && result.problem.kind !== 'signed out')
      return 'You are still signed in: the server could not be reached. Try again.'
    announceSessionChange()
    queryClient.setQueryData(['session'], null)
    changeOwner(null)
    navigate('/')
    return ''
  }

  /** Another window may have changed the session. The sign-in form stays as it is. */
  const checkSession = () => void (owner && session.refetch())
  const onChange = useEffectEvent(checkSession)
  // Listens for sign-ins and sign-outs in other windows of this browser.
  useEffect(() => onSessionChange(() => onChange()), [])

  /** After a call was refused: returns whether the same person is signed in again by now. */
  async function renewSession(): Promise<boolean> {
    const { data, isError } = await session.refetch({ cancelRefetch: false })
    if (isError) queryClient.setQueryData(['session'], null)
    return !isError && data?.person.email === owner
  }

  // Reloads a page from the browser's back/forward cache, because the session may have ended.
  useEffect(() => {
    const reloadCached = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload()
    }
    addEventListener('pageshow', reloadCached)
    return () => removeEventListener('pageshow', reloadCached)
  }, [])

  const token = passwordToken(hash)
  const firstToken = firstOwnerToken(hash)
  const oldLink = pathOfOldLink(hash)
  const view = token ? 'choose password' : firstToken ? 'first owner' : viewOf(session.data, owner)
  useFocusHeading(view ?? (problem && 'unavailable'))

  if (oldLink) return <Navigate to={oldLink} replace />
  // The key resets the form for a new link in the same tab.
  if (token) return <ChoosePassword key={token} token={token} onSignedIn={enter} />
  if (firstToken) return <FirstOwner token={firstToken} />
  if (session.data === undefined)
    return problem ? (
      <Unavailable problem={problem} onRetry={session.refetch} />
    ) : (
      <main className="screen">
        <Loading />
      </main>
    )
  if (!session.data || view === 'sign in') return <SignIn hasExpired={Boolean(owner)} onSignedIn={enter} />
  const { person } = session.data
  if (view === 'another person')
    return <AnotherPerson person={person} onContinue={() => changeOwner(person.email)} />
  if (session.data.mustAddPasskey)
    return <MustAddPasskey email={person.email} onAdded={enter} onSignOut={signOut} />
  return (
    <Shell
      key={person.email}
      session={session.data}
      drafts={drafts}
      renewSession={renewSession}
      onSessionUncertain={checkSession}
      onSignOut={signOut}
    />
  )
}

/** Null before the first response. */
function viewOf(session: Session | null | undefined, owner: string | null | undefined) {
  if (session === undefined) return null
  if (!session || !owner) return 'sign in'
  if (session.person.email !== owner) return 'another person'
  return session.mustAddPasskey ? 'add passkey' : 'desk'
}

/** The session, or null without one. Without any response it is asked for again every minute. */
function useSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      const result = await callApi('session', { shape: objectWith<Session>('person', 'role') })
      return !result.ok && result.problem.kind === 'signed out' ? null : unwrap(result)
    },
    refetchInterval: ({ state }) => (state.data === undefined ? EVERY_MINUTE : false),
    refetchOnWindowFocus: ({ state }) => state.data === undefined,
    refetchOnReconnect: ({ state }) => state.data === undefined,
  })
}
