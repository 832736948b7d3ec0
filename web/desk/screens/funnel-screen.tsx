import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import type { Funnel } from '../../../desk/api.ts'
import { withBrand } from '../../../questionnaire/business.ts'
import { type Screen, screens } from '../../../questionnaire/screens.ts'
import { Heading } from '../../ui/heading.tsx'
import { queryOf } from '../address.ts'
import { funnelText, NONE_COUNTED, startedOf } from '../funnel-text.ts'
import { DateField } from '../parts/fields.tsx'
import { NumberTable } from '../parts/number-table.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Bars } from '../plots/bars.tsx'
import { Lines } from '../plots/lines.tsx'
import { ticksTo } from '../plots/scale.ts'
import { useDesk } from '../use-desk.ts'
import { useFetched } from '../use-fetched.ts'
import { useMinutes } from '../use-minutes.ts'
import { goTo } from '../use-place.ts'
import { dayText, secondsText } from '../wording.ts'

interface Span {
  readonly from: string
  readonly to: string
}

/** What the plots tell of themselves. */
interface Told extends Span {
  readonly words: string
}

/** How far visits get. Only sums of days are known, of visits that let themselves be counted. */
export function FunnelScreen({ from, to }: Span) {
  const [told, setTold] = useState({ from: '', to: '', words: '' })
  const query = queryOf({ from, to }).toString()
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Funnel</Heading>
        <p className="hint">
          Daily totals only. Visits of those who opt out are not counted, but their projects are.
        </p>
      </div>
      <Days from={from || told.from} to={to || told.to} />
      <p className="unseen" role="status">
        {told.words}
      </p>
      <Plots key={query} path={`funnel${query && `?${query}`}`} onTold={setTold} />
    </div>
  )
}

function Days({ from, to }: Span) {
  const form = useRef<HTMLFormElement>(null)
  // Follows the days that are shown, which Back and links change without this form.
  useEffect(() => {
    for (const field of form.current?.querySelectorAll('input') ?? [])
      field.value = field.name === 'from' ? from : to
  }, [from, to])

  return (
    <form
      ref={form}
      className="filter days"
      aria-label="Days"
      onSubmit={(event) => {
        event.preventDefault()
        const given = new FormData(event.currentTarget)
        goTo({ kind: 'funnel', from: String(given.get('from')), to: String(given.get('to')) })
      }}
    >
      <DateField name="from" label="From" value={from} />
      <DateField name="to" label="Until" value={to} />
      <button className="button primary small" type="submit">
        Show
      </button>
    </form>
  )
}

function Plots({ path, onTold }: { path: string; onTold: Dispatch<SetStateAction<Told>> }) {
  const { brandName } = useDesk()
  const funnel = useFetched<Funnel>(path)
  useMinutes(funnel.reload)
  const first = funnel.value?.days[0]?.day
  const last = funnel.value?.days.at(-1)?.day
  const words = funnel.value ? funnelText(funnel.value) : ''
  const isHere = words !== ''

  // Follows the server, which chooses the days where none are asked for, and for a line that outlives the plots: they
  // are read out as they come, and not whenever a visit more is counted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isHere) return
    onTold({ from: first ?? '', to: last ?? '', words })
    return () => onTold((before) => ({ ...before, words: '' }))
  }, [first, last, isHere, onTold])

  return (
    <Shown fetched={funnel}>
      {({ steps, days }) => {
        if (!first || words === NONE_COUNTED) return <Empty title={words} />
        const longest = Math.max(0, ...steps.map(({ medianSeconds }) => medianSeconds ?? 0))
        const most = Math.max(0, ...days.flatMap((day) => [day.started, day.submitted]))
        return (
          <div className="plots">
            <h2 className="unseen">Plots</h2>
            <p className="lead-line">{words}</p>
            <Bars
              title="How far visits get"
              xName="screen"
              yName="Visits"
              labelWidth={24}
              ticks={ticksTo(startedOf(steps))}
              legend={<BarsLegend />}
              bars={steps.map(({ screen, reached, left }) => ({
                name: String(screen),
                value: reached,
                part: left,
              }))}
            />
            <div className="plot-pair">
              <Bars
                title="Time on a screen"
                xName="screen"
                yName="Median seconds"
                labelWidth={24}
                ticks={ticksTo(longest)}
                bars={steps.map(({ screen, medianSeconds }) => ({
                  name: String(screen),
                  value: medianSeconds,
                }))}
              />
              <Lines
                title="Visits and projects"
                xName="day"
                yName="Count"
                ticks={ticksTo(most)}
                labels={days.map(({ day }) => dayText(day))}
                lines={[
                  { name: 'Visits begun', look: 'dashed', values: days.map((day) => day.started) },
                  { name: 'Projects submitted', look: 'solid', values: days.map((day) => day.submitted) },
                ]}
              />
            </div>
            <div className="tables">
              <NumberTable
                caption="Each screen in numbers"
                columns={['Screen', 'Reached', 'Left here', 'Of those who reached it', 'Median time']}
                rows={steps.map(({ screen, reached, left, medianSeconds }) => ({
                  key: String(screen),
                  cells: [
                    titleOf(screen, brandName),
                    reached,
                    left,
                    reached > 0 ? `${Math.round((left / reached) * 100)} %` : '–',
                    secondsText(medianSeconds),
                  ],
                }))}
              />
              <NumberTable
                caption="Each day in numbers"
                columns={['Day', 'Visits begun', 'Projects submitted']}
                rows={days
                  .map(({ day, started: begun, submitted: sent }) => ({
                    key: day,
                    cells: [dayText(day, 'with year'), begun, sent],
                  }))
                  .reverse()}
              />
            </div>
          </div>
        )
      }}
    </Shown>
  )
}

function titleOf(index: number, brandName: string): string {
  const screen: Screen | undefined = screens[index]
  const title = screen && 'title' in screen ? withBrand(screen.title, brandName) : 'Landing'
  return `${index}. ${title}`
}

const BarsLegend = () => (
  <ul className="legend">
    <li>
      <i className="swatch" /> went on
    </li>
    <li>
      <i className="swatch hatched" /> left here
    </li>
  </ul>
)
