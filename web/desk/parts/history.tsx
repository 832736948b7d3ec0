import type { Event } from '../../../desk/api.ts'
import { eventText } from '../wording.ts'
import { Moment } from './moment.tsx'

/** Everything that has happened to a project, the newest first. */
export function History({ events }: { events: readonly Event[] }) {
  return (
    <section className="history" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol>
        {events
          .map((event, index) => (
            // Nothing is ever taken out of a history, so the place in it is a lasting key.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index} data-kind={event.kind}>
              <p className="event-when">
                <Moment at={event.at} />
                {event.who && ` · ${event.who.name}`}
              </p>
              <p className="event-what">{eventText(event)}</p>
            </li>
          ))
          .reverse()}
      </ol>
    </section>
  )
}
