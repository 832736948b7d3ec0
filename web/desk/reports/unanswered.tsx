import { useSearchParams } from 'react-router'
import type { FirstContacts, Summary } from '../../../desk/api.ts'
import { listOf } from '../app/api-result.ts'
import { apiQuery, useApi, useDesk } from '../app/use-desk.ts'
import { TransientButton } from '../ui/form-controls.tsx'
import { Empty, QueryView } from '../ui/loading-states.tsx'
import { ProjectList } from '../ui/project-list.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { rowAt, useList } from '../ui/use-row.ts'
import { dayText, durationText } from '../ui/wording.ts'
import { Lines } from './lines.tsx'
import { NumberTable } from './number-table.tsx'
import { minuteTicksTo } from './scale.ts'
import styles from './unanswered.module.css'
import { waitingText } from './wording.ts'

const unansweredQuery = apiQuery('unanswered', listOf<Summary>(), '/unanswered')
const firstContactsQuery = apiQuery('first-contacts', listOf<FirstContacts>(), '/unanswered')

/** Few enough to keep the plots below within reach. */
const FIRST = 20

/** The projects that wait for a first contact, the longest first, and how long others have waited. */
export function Unanswered() {
  const waiting = useApi(unansweredQuery)
  const contacts = useApi(firstContactsQuery)
  const { dueAfter, overdueAfter } = useDesk()
  const list = useList()
  // In the address, so that all are still listed on the way back from one of them.
  const [search, setSearch] = useSearchParams()
  const isAll = search.has('all')

  return (
    <>
      <ScreenHead
        hint={`Only business hours count. A first contact is due after ${durationText(dueAfter)} and overdue after ${durationText(overdueAfter)}.`}
      />
      <QueryView query={waiting}>
        {(projects) =>
          projects.length === 0 ? (
            <Empty title="No homeowner is waiting">
              <p>A new project appears here until its first contact.</p>
            </Empty>
          ) : (
            <>
              <p className="lead-line">{waitingText(projects)}</p>
              <ProjectList
                projects={isAll ? projects : projects.slice(0, FIRST)}
                label="Unanswered projects"
                list={list}
              />
              {projects.length > FIRST && !isAll && (
                <p className="list-foot">
                  <TransientButton
                    className="button secondary"
                    onClick={() => setSearch({ all: '' }, { replace: true })}
                    next={() => rowAt(list, FIRST)}
                  >
                    Show all {projects.length}
                  </TransientButton>
                </p>
              )}
            </>
          )
        }
      </QueryView>
      <section className={styles.section} aria-labelledby="first-contact">
        <h2 id="first-contact">Time to first contact</h2>
        <QueryView query={contacts}>{(weeks) => <ContactPlots weeks={weeks} />}</QueryView>
      </section>
    </>
  )
}

function ContactPlots({ weeks }: { weeks: readonly FirstContacts[] }) {
  const { dueAfter, overdueAfter } = useDesk()
  // Weeks are listed before anyone was answered in them.
  if (!weeks.some(({ answered }) => answered > 0)) return <p className="hint">Nothing to show yet.</p>
  const labels = weeks.map(({ week }) => dayText(week))
  const plot = (values: readonly (number | null)[]) => ({
    xName: 'week',
    labels,
    ticks: minuteTicksTo(Math.max(0, ...values.map((value) => value ?? 0))),
    tickText: durationText,
    lines: [{ name: 'Minutes', look: 'solid' as const, values }],
  })
  return (
    <>
      <div className={styles.pair}>
        <Lines
          title="Median"
          yName="Business time"
          thresholds={{ due: dueAfter, overdue: overdueAfter }}
          {...plot(weeks.map(({ medianMinutes }) => medianMinutes))}
        />
        <Lines
          title="Longest"
          yName="Business time"
          {...plot(weeks.map(({ worstMinutes }) => worstMinutes))}
        />
      </div>
      <NumberTable
        caption="Time to first contact by week"
        columns={['Week of', 'Projects', 'Contacted', 'Median', 'Longest']}
        rows={weeks
          .map(({ week, projects, answered, medianMinutes, worstMinutes }) => [
            dayText(week, 'with year'),
            projects,
            answered,
            minutes(medianMinutes),
            minutes(worstMinutes),
          ])
          .reverse()}
      />
    </>
  )
}

const minutes = (value: number | null) => (value === null ? '–' : durationText(value))
