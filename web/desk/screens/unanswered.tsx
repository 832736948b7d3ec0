import { useState } from 'react'
import type { FirstContacts, Summary } from '../../../desk/api.ts'
import { Heading } from '../../ui/heading.tsx'
import { NumberTable } from '../parts/number-table.tsx'
import { PassingButton } from '../parts/passing-button.tsx'
import { ProjectList, projectAt } from '../parts/project-list.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Lines } from '../plots/lines.tsx'
import { minuteTicksTo } from '../plots/scale.ts'
import { useChanges } from '../use-changes.ts'
import { useDesk } from '../use-desk.ts'
import { useFetched } from '../use-fetched.ts'
import { useMinutes } from '../use-minutes.ts'
import { dayText, lengthOf, waitingText } from '../wording.ts'

/** The plots below stay within reach. */
const FIRST = 20
const ALL = 'all unanswered'

/** Who waits for a first contact, the longest first, and how long others have waited. */
export function Unanswered() {
  const waiting = useFetched<readonly Summary[]>('unanswered')
  const contacts = useFetched<readonly FirstContacts[]>('first-contacts')
  const reload = () => {
    void waiting.reload()
    void contacts.reload()
  }
  const { memory, warmAfter, hotAfter } = useDesk()
  // Kept for whoever comes back from one of them.
  const [isAll, setAll] = useState(memory.has(ALL))
  useChanges((what) => what !== 'deliveries', reload)
  useMinutes(reload)

  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Unanswered</Heading>
        <p className="hint">
          {`Waiting counts business hours only: warm after ${lengthOf(warmAfter)}, hot after ${lengthOf(hotAfter)}.`}
        </p>
      </div>
      <Shown fetched={waiting}>
        {(projects) =>
          projects.length === 0 ? (
            <Empty title="Nobody is waiting">
              <p>Whoever comes next appears here by itself.</p>
            </Empty>
          ) : (
            <>
              <p className="lead-line">{waitingText(projects)}</p>
              <ProjectList
                projects={isAll ? projects : projects.slice(0, FIRST)}
                label="Unanswered projects"
              />
              {projects.length > FIRST && !isAll && (
                <p className="list-foot">
                  <PassingButton
                    className="button secondary"
                    onClick={() => {
                      memory.set(ALL, true)
                      setAll(true)
                    }}
                    next={() => projectAt(FIRST)}
                  >
                    Show all {projects.length}
                  </PassingButton>
                </p>
              )}
            </>
          )
        }
      </Shown>
      <section className="plots" aria-labelledby="first-contact">
        <h2 id="first-contact">Time to first contact</h2>
        <Shown fetched={contacts}>{(weeks) => <ContactPlots weeks={weeks} />}</Shown>
      </section>
    </div>
  )
}

function ContactPlots({ weeks }: { weeks: readonly FirstContacts[] }) {
  const { warmAfter, hotAfter } = useDesk()
  // The weeks are there before anybody was answered in them.
  if (!weeks.some(({ answered }) => answered > 0)) return <p className="hint">Nothing to show yet.</p>
  const labels = weeks.map(({ week }) => dayText(week))
  const plot = (values: readonly (number | null)[]) => ({
    xName: 'week (its Monday)',
    labels,
    ticks: minuteTicksTo(Math.max(0, ...values.map((value) => value ?? 0))),
    tickText: lengthOf,
    lines: [{ name: 'Minutes', look: 'solid' as const, values }],
  })
  return (
    <>
      <div className="plot-pair">
        <Lines
          title="Median"
          yName="Business time until half were reached"
          thresholds={{ warm: warmAfter, hot: hotAfter }}
          {...plot(weeks.map(({ medianMinutes }) => medianMinutes))}
        />
        <Lines
          title="Worst"
          yName="Business time of the longest wait"
          {...plot(weeks.map(({ worstMinutes }) => worstMinutes))}
        />
      </div>
      <NumberTable
        caption="Time to first contact by week"
        columns={['Week from', 'Projects', 'Answered', 'Median', 'Worst']}
        rows={weeks
          .map(({ week, projects, answered, medianMinutes, worstMinutes }) => ({
            key: week,
            cells: [
              dayText(week, 'with year'),
              projects,
              answered,
              minutes(medianMinutes),
              minutes(worstMinutes),
            ],
          }))
          .reverse()}
      />
    </>
  )
}

const minutes = (value: number | null) => (value === null ? '–' : lengthOf(value))
