import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { HEADING } from '../../ui/heading.tsx'
import { Door, PersonIcon } from '../../ui/icons.tsx'
import { useListPath } from '../ui/project-link.tsx'
import { ACCOUNT } from './paths.ts'
import { isInNavigation, routeOf, routes } from './routes.ts'
import { useDesk } from './use-desk.ts'

interface FrameProps {
  readonly isLive: boolean
  readonly notice: string
  /** An error that no screen can show, such as one from a screen that the person has left. */
  readonly errorMessage: string
  readonly children: ReactNode
}

/** The masthead with the navigation, and the messages that belong to no screen. */
export function Frame({ isLive, notice, errorMessage, children }: FrameProps) {
  const { person, role, brandName, timeZone, version, signOut } = useDesk()
  const route = routeOf(useListPath())
  const current = isInNavigation(route, role) ? route.path : (route.navigation ?? route.path)
  const isOtherZone = zoneName() !== zoneName(timeZone)
  return (
    <div className="desk">
      <button className="skip" type="button" onClick={() => document.getElementById(HEADING)?.focus()}>
        Skip to content
      </button>
      <header className="masthead-bar" data-pigment="green">
        <p className="brand">
          <Door />
          <span>
            {brandName} <span className="brand-desk">Desk</span>
          </span>
        </p>
        <p className="person">
          <Link
            to={ACCOUNT}
            aria-label={`${person.name}: your account`}
            aria-current={current === ACCOUNT ? 'page' : undefined}
          >
            <PersonIcon />
            <span>{person.name}</span>
          </Link>
          <button className="plain-button" type="button" onClick={signOut}>
            Sign out
          </button>
        </p>
        <nav aria-label="Desk">
          <ul>
            {routes
              .filter((route) => isInNavigation(route, role))
              .map(({ path, title }) => (
                <li key={path}>
                  <Link to={path} aria-current={path === current ? 'page' : undefined}>
                    {title}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
      </header>
      <div className="tape-rule" aria-hidden="true" />
      {errorMessage && (
        <p className="line-state" role="alert">
          {errorMessage}
        </p>
      )}
      <p className="line-state" role="status">
        {!isLive && 'Connection lost. Reconnecting… What you see may be out of date.'}
      </p>
      <main>
        {isOtherZone && <p className="hint zone">Times in {timeZone.replaceAll('_', ' ')}</p>}
        {children}
      </main>
      <footer className="version">Kitchen Guide {version}</footer>
      <p className="notice" role="status">
        {notice}
      </p>
    </div>
  )
}

/** The canonical name of a time zone, which may have many; by default of the browser's own. */
const zoneName = (timeZone?: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
