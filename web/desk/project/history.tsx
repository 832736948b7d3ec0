import type { Event } from '../../../desk/api.ts'
import type { Answers } from '../../../questionnaire/answers.ts'
import { withBrand } from '../../../questionnaire/business.ts'
import { fieldNames, fields } from '../../../questionnaire/fields.ts'
import { readableAnswer } from '../../../questionnaire/project.ts'
import { useBusiness } from '../../ui/business.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import { Fact } from './fact.tsx'
import styles from './history.module.css'
import { eventText } from './wording.ts'

/** Everything that has happened to a project, newest first. */
export function History({ events }: { events: readonly Event[] }) {
  return (
    <section className={styles.history} aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol>
        {events
          .map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing is ever removed from a history
            <li key={index} data-kind={event.kind} data-printed={printed[event.kind] || undefined}>
              <p className={styles.when}>
                <Timestamp at={event.at} />
                {event.who && ` · ${event.who.name}`}
              </p>
              <p className={styles.what}>{eventText(event)}</p>
              {event.kind === 'came' && <AnsweredAtFirst first={event.first} />}
            </li>
          ))
          .reverse()}
      </ol>
    </section>
  )
}

/** Paper leaves out what the head of the sheet shows. */
const printed: Readonly<Record<Event['kind'], boolean>> = {
  came: false,
  revised: true,
  finished: true,
  released: true,
  status: false,
  contact: true,
  'taken back': true,
  note: true,
  assigned: false,
}

/** The homeowner's first answers to questions they have answered differently since. */
function AnsweredAtFirst({ first }: { first: Partial<Answers> }) {
  const { brandName } = useBusiness()
  const names = fieldNames.filter((name) => first[name] !== undefined)
  if (names.length === 0) return null
  return (
    <div className={styles.first}>
      <p className={styles.when}>First answers:</p>
      <dl>
        {names.map((name) => (
          <Fact key={name} name={withBrand(fields[name].label, brandName)}>
            {readableAnswer(name, first) || 'not answered'}
          </Fact>
        ))}
      </dl>
    </div>
  )
}
