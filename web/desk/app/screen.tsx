import { type ReactNode, useEffect } from 'react'
import { Link, Route, Routes, useLocation } from 'react-router'
import { ERROR_HEADING } from '../../ui/error-heading.ts'
import { ErrorBoundary } from '../../ui/error-view.tsx'
import { HEADING, Heading } from '../../ui/heading.tsx'
import { Empty } from '../ui/loading-states.tsx'
import { type DeskRoute, mayOpen, routeOf } from './routes.ts'
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
  const { brandName, role } = useDesk()
  const route = routeOf(pathname) ?? NOT_FOUND
  const { path, title, Screen } = route
  useTitle(title, brandName)
  if (!mayOpen(route, role))
    return (
      <Notice heading={title} title="Only owners can see this">
        If you need it, ask an owner of this desk.
      </Notice>
    )
  return (
    <Routes>
      <Route path={path} element={<Screen />} />
    </Routes>
  )
}

const NotFound = () => (
  <Notice heading={NOT_FOUND.title} title="Nothing has this address">
    <Link className="text-link" to="/">
      Go to the inbox
    </Link>
  </Notice>
)

const NOT_FOUND: DeskRoute = { path: '*', title: 'Page not found', Screen: NotFound }

/** A screen that only says why there is nothing to see. */
function Notice({ heading, title, children }: { heading: string; title: string; children: ReactNode }) {
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>{heading}</Heading>
      </div>
      <Empty title={title}>
        <p>{children}</p>
      </Empty>
    </div>
  )
}

class ScreenBoundary extends ErrorBoundary {
  override render() {
    const { message } = this.state
    return message === null ? this.props.children : <FailedScreen message={message} />
  }
}

function FailedScreen({ message }: { message: string }) {
  const { brandName } = useDesk()
  useTitle(ERROR_HEADING, brandName)
  // Synchronizes the focus with the failure, so that it is read out.
  useEffect(() => document.getElementById(HEADING)?.focus(), [])
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>{ERROR_HEADING}</Heading>
      </div>
      <p className="trouble">{message}</p>
    </div>
  )
}
