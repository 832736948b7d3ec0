import { useEffect } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { ERROR_HEADING } from '../../ui/error-heading.ts'
import { ErrorBoundary } from '../../ui/error-view.tsx'
import { HEADING, Heading } from '../../ui/heading.tsx'
import { Notice } from './notice.tsx'
import { mayOpen, routeOf } from './routes.ts'
import { useDesk } from './use-desk.ts'
import { useTitle } from './use-title.ts'

/** The screen of the current address. If it fails, the frame around it stays. */
export function Screen() {
  const { pathname, search } = useLocation()
  return (
    <ScreenBoundary resetKey={pathname + search}>
      {/* The key gives each path a new screen. */}
      <RoutedScreen key={pathname} pathname={pathname} />
    </ScreenBoundary>
  )
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
