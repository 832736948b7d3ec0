import type { ReactNode } from 'react'
import { HEADING } from '../../ui/heading.tsx'
import { Door } from '../../ui/icons.tsx'
import { addressOf, type Place, placeNames } from '../address.ts'
import { lastList, useDesk } from '../use-desk.ts'
import { zoneText } from '../wording.ts'

interface FrameProps {
  readonly place: Place
  readonly isLive: boolean
  readonly notice: string
  /** What went wrong. */
  readonly complaint: string
  readonly onSignOut: () => void
  readonly children: ReactNode
}

const places: readonly Place[] = [
  { kind: 'inbox', filter: {} },
  { kind: 'unanswered' },
  { kind: 'funnel', from: '', to: '' },
  { kind: 'deliveries' },
  { kind: 'audit' },
]

/** The masthead with the ways through the desk, and what is shown of the moment. */
export function Frame({ place, isLive, notice, complaint, onSignOut, children }: FrameProps) {
  const { brandName, memory, person, timeZone } = useDesk()
  // A project belongs to the list that it was opened from.
  const current = place.kind === 'project' ? lastList(memory).kind : place.kind
  const isElsewhere = zoneName() !== zoneName(timeZone)
  return (
    <div className="desk">
      {/* A button, since the address after the `#` names the place. */}
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
          <span>{person.name}</span>
          <button className="plain-button" type="button" onClick={onSignOut}>
            Sign out
          </button>
        </p>
        <nav aria-label="Desk">
          <ul>
            {places.map((target) => (
              <li key={target.kind}>
                <a href={addressOf(target)} aria-current={target.kind === current ? 'page' : undefined}>
                  {placeNames[target.kind]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div className="tape-rule" aria-hidden="true" />
      {complaint && (
        <p className="line-state" role="alert">
          {complaint}
        </p>
      )}
      <p className="line-state" role="status">
        {!isLive &&
          'The connection to the server is broken and is being restored. Nothing you see is newer than that.'}
      </p>
      <main>
        {isElsewhere && <p className="hint zone">{zoneText(timeZone)}</p>}
        {children}
      </main>
      <p className="notice" role="status">
        {notice}
      </p>
    </div>
  )
}

/** The one name of a time zone that may have many; of the browser's own unless told. */
const zoneName = (timeZone?: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
