import { useEffect, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Funnel } from '../../../desk/api.ts'
import { withBrand } from '../../../questionnaire/business.ts'
import { type Screen, screens } from '../../../questionnaire/screens.ts'
import { useBusiness } from '../../ui/business.ts'
import { pathWithQuery } from '../app/paths.ts'
import { useApi } from '../app/use-desk.ts'
import { DateField } from '../ui/form-controls.tsx'
import { Empty, QueryView } from '../ui/loading-states.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { dayText, sourceNameText } from '../ui/wording.ts'
import { Bars } from './bars.tsx'
import { Lines } from './lines.tsx'
import { NumberTable } from './number-table.tsx'
import { funnelQuery } from './queries.ts'
import { Rows } from './rows.tsx'
import { ticksTo } from './scale.ts'
import { funnelText, NONE_COUNTED, secondsText, startedOf } from './wording.ts'

/** How far visits get. The server knows only daily totals, of visitors who have not opted out. */
export function FunnelScreen() {
  const [search] = useSearchParams()
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const funnel = useApi(funnelQuery({ from, to }))
  const first = funnel.data?.days[0]?.day ?? ''
  const last = funnel.data?.days.at(-1)?.day ?? ''
  // Read out when the plots appear, and not again with every visit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const words = useMemo(() => funnel.data && funnelText(funnel.data), [first, last, !funnel.data])
  return (
    <>
      <ScreenHead hint="Daily totals only. Visitors who opt out are not counted, but their projects are." />
      {/* The server chooses the days when none are given. */}
      <Days from={from || first} to={to || last} />
      <p className="unseen" role="status">
        {words}
      </p>
      <QueryView key={`${from} ${to}`} query={funnel}>
        {(data) => <Plots {...data} />}
      </QueryView>
    </>
  )
}

function Days({ from, to }: { from: string; to: string }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  // Updates the fields when Back or a link changes the days.
  useEffect(() => {
    for (const field of form.current ?? [])
      if (field instanceof HTMLInputElement) field.value = field.name === 'from' ? from : to
  }, [from, to])

  return (
    <form
      ref={form}
      className="filter days"
      aria-label="Days"
      onSubmit={(event) => {
        event.preventDefault()
        const given = new FormData(event.currentTarget)
        navigate(pathWithQuery('/funnel', { from: given.get('from'), to: given.get('to') }))
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

function Plots(funnel: Funnel) {
  const { brandName } = useBusiness()
  const { steps, days, sources } = funnel
  const words = funnelText(funnel)
  if (days.length === 0 || words === NONE_COUNTED) return <Empty title={words} />
  const longest = Math.max(0, ...steps.map(({ medianSeconds }) => medianSeconds ?? 0))
  const mostVisited = [...sources].sort((a, b) => b.visits - a.visits).slice(0, MAX_ROWS)
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
        legend={<HatchLegend plain="went on" hatched="left here" />}
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
            { name: 'Visits started', look: 'dashed', values: days.map((day) => day.started) },
            { name: 'Projects submitted', look: 'solid', values: days.map((day) => day.submitted) },
          ]}
        />
      </div>
      <div className="plot-pair">
        <Rows
          title="Where visits come from"
          caption="Visits by source"
          rows={mostVisited.map(({ source, visits }) => ({
            name: sourceNameText(source),
            value: visits,
          }))}
        />
        <Rows
          title="Where projects come from"
          caption="Projects by source"
          legend={<HatchLegend plain="contacted" hatched="not yet contacted" />}
          rows={sources.slice(0, MAX_ROWS).map(({ source, submitted, contacted }) => ({
            name: sourceNameText(source),
            value: submitted,
            part: submitted - contacted,
          }))}
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
          caption="Each source in numbers"
          columns={['Source', 'Visits', 'Submitted', 'Contacted', 'Won']}
          rows={sources.map(({ source, visits, submitted, contacted, won }) => ({
            key: source,
            cells: [sourceNameText(source), visits, submitted, contacted, won],
          }))}
        />
        <NumberTable
          caption="Each day in numbers"
          columns={['Day', 'Visits started', 'Projects submitted']}
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
}

function titleOf(index: number, brandName: string): string {
  const screen: Screen | undefined = screens[index]
  const title = screen && 'title' in screen ? withBrand(screen.title, brandName) : 'Landing'
  return `${index}. ${title}`
}

/** The table has all of them. */
const MAX_ROWS = 8

const HatchLegend = ({ plain, hatched }: { plain: string; hatched: string }) => (
  <ul className="legend">
    <li>
      <i className="swatch" /> {plain}
    </li>
    <li>
      <i className="swatch hatched" /> {hatched}
    </li>
  </ul>
)
