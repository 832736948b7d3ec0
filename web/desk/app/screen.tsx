import { type RefObject, Suspense, useEffect } from 'react'
import { Route, Routes, useLocation, useNavigationType } from 'react-router'
import { ERROR_HEADING } from '../../ui/error-heading.ts'
import { ErrorBoundary } from '../../ui/error-view.tsx'
import { HEADING, Heading } from '../../ui/heading.tsx'
import { Loading } from '../ui/loading-states.tsx'
import { Notice } from './notice.tsx'
import { mayOpen, routeOf } from './routes.ts'
import { useDesk } from './use-desk.ts'
import { useTitle } from './use-title.ts'

interface ScreenProps {
  /** The path of the last screen that was shown. */
  readonly leftPath: RefObject<string>
}

/** The screen of the current address. If it fails, the frame around it stays. */
export function Screen({ leftPath }: ScreenProps) {
  const { pathname, search } = useLocation()
  return (
    <ScreenBoundary resetKey={pathname + search}>
      <Suspense fallback={<Loading />}>
        {/* The key gives each path a new screen. */}
        <RoutedScreen key={pathname} pathname={pathname} />
        <Arrival leftPath={leftPath} />
      </Suspense>
    </ScreenBoundary>
  )
}

/**
 * After a link the new screen is shown from its top and its heading is focused; after Back it is left as it was. On
 * the way back from a project its row gets the focus. A screen focuses the part that a hash names by itself. Inside
 * Suspense, because a screen may still be loading.
 */
function Arrival({ leftPath }: ScreenProps) {
  const { rows } = useDesk()
  const { pathname, hash } = useLocation()
  const isBack = useNavigationType() === 'POP'
  // Sets focus and scroll position when the address changes.
  useEffect(() => {
    const left = leftPath.current
    leftPath.current = pathname
    if (left === pathname) return
    if (!isBack) scrollTo(0, 0)
    const row = rows.get(left)
    if (row) row.focus({ preventScroll: isBack })
    else if (hash === '') document.getElementById(HEADING)?.focus({ preventScroll: true })
  }, [pathname, hash, isBack, rows, leftPath])
  return null
}

function RoutedScreen({ pathname }: { pathname: string }) {
  const { role } = useDesk()
  const route = routeOf(pathname)
  const { path, title, Screen } = route
  useTitle(title)
  if (!mayOpen(route, role))
    return <Notice title="Only owners can see this">If you need it, ask an owner of this desk.</Notice>
  return (
    <Routes>
      <Route path={path} element={<Screen />} />
    </Routes>
  )
}

class ScreenBoundary extends ErrorBoundary {
  override render() {
    const { message } = this.state
    return message === null ? this.props.children : <FailedScreen message={message} />
  }
}

function FailedScreen({ message }: { message: string }) {
  useTitle(ERROR_HEADING)
  // Focuses the failure, so that screen readers read it out.
  useEffect(() => document.getElementById(HEADING)?.focus(), [])
  return (
    <>
      <div className="screen-head">
        <Heading>{ERROR_HEADING}</Heading>
      </div>
      <p className="problem-notice">{message}</p>
    </>
  )
}
