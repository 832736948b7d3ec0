import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { HEADING } from '../../ui/heading.tsx'
import { Door, PersonIcon } from '../../ui/icons.tsx'
import { ACCOUNT, mayOpen, type ScreenPath, screenNames, screenOf } from '../routes.ts'
import { useDesk } from '../use-desk.ts'
import { zoneText } from '../wording.ts'
import { useListPath } from './project-link.tsx'

interface FrameProps {
  readonly isLive: boolean
  readonly notice: string
  /** What failed after its place was left. */
  readonly errorMessage: string
  readonly onSignOut: () => void
  readonly children: ReactNode
}

/** The masthead with the navigation, and the messages that belong to no screen. */
export function Frame({ isLive, notice, errorMessage, onSignOut, children }: FrameProps) {
  const { brandName, person, role, timeZone } = useDesk()
  const path = useListPath()
  const isAccount = path === ACCOUNT
  const current = isAccount ? null : screenOf(path)
  const isOtherZone = zoneName() !== zoneName(timeZone)
  return (
    <div className="desk">
      <button className="skip" type="button" onClick={() => document.getElementById(HEADING)?.focus()}>
        Skip to the content
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
            aria-current={isAccount ? 'page' : undefined}
          >
            <PersonIcon />
            <span>{person.name}</span>
          </Link>
          <button className="plain-button" type="button" onClick={onSignOut}>
            Sign out
          </button>
        </p>
        <nav aria-label="Desk">
          <ul>
            {(Object.keys(screenNames) as ScreenPath[])
              .filter((path) => mayOpen(path, role))
              .map((path) => (
                <li key={path}>
                  <Link to={path} aria-current={path === current ? 'page' : undefined}>
                    {screenNames[path]}
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
        {!isLive &&
          'The connection to the server was lost and is being restored. What you see may be out of date.'}
      </p>
      <main>
        {isOtherZone && <p className="hint zone">{zoneText(timeZone)}</p>}
        {children}
      </main>
      <p className="notice" role="status">
        {notice}
      </p>
    </div>
  )
}

/** The canonical name of a time zone, which may have many; by default of the browser's own. */
const zoneName = (timeZone?: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
