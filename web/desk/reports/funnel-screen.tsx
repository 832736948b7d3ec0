import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Funnel } from '../../../desk/api.ts'
import { formatNumber } from '../../../desk/pluralize.ts'
import { withBrand } from '../../../questionnaire/business.ts'
import { type Screen, screens } from '../../../questionnaire/screens.ts'
import { useBusiness } from '../../ui/business.ts'
import { objectWith } from '../app/api-result.ts'
import { pathWithQuery } from '../app/paths.ts'
import { apiQuery, useApi } from '../app/use-desk.ts'
import { DateField } from '../ui/form-controls.tsx'
import { Empty, QueryView } from '../ui/loading-states.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { dayText, sourceNameText } from '../ui/wording.ts'
import { Bars } from './bars.tsx'
import styles from './funnel-screen.module.css'
import { Lines } from './lines.tsx'
import { NumberTable } from './number-table.tsx'
import plot from './plot.module.css'
import { ticksTo } from './scale.ts'
import { dayRows, funnelText, NONE_COUNTED, secondsText, startedOf } from './wording.ts'

/** The server chooses the days that are not given. */
const funnelQuery = (days: { readonly from: string; readonly to: string }) =>
  apiQuery(pathWithQuery('funnel', days), objectWith<Funnel>('figures', 'before', 'steps', 'days', 'sources'))

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
      <Days from={from || first} to={to || last} />
      <p className="unseen" role="status">
        {words}
      </p>
      <QueryView key={`${from} ${to}`} query={funnel}>
        {(data) => <Report {...data} />}
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
      className={`on-screen ${styles.days}`}
      aria-label="Days"
      onSubmit={(event) => {
        event.preventDefault()
        const given = new FormData(event.currentTarget)
        navigate(pathWithQuery('/funnel', { from: given.get('from'), to: given.get('to') }))
      }}
    >
      <DateField name="from" label="From" defaultValue={from} />
      <DateField name="to" label="Until" defaultValue={to} />
      <button className="button primary small" type="submit">
        Show
      </button>
    </form>
  )
}

function Report(funnel: Funnel) {
  const { brandName } = useBusiness()
  const { steps, days, sources } = funnel
  const words = funnelText(funnel)
  if (days.length === 0 || words === NONE_COUNTED) return <Empty title={words} />
  const longest = Math.max(0, ...steps.map(({ medianSeconds }) => medianSeconds ?? 0))
  const most = Math.max(0, ...days.flatMap((day) => [day.started, day.submitted]))
  return (
    <div className={styles.report}>
      <h2 className="unseen">Report</h2>
      <Figures {...funnel} />
      <Bars
        title="How far visits get"
        xName="screen"
        yName="Visits"
        labelWidth={24}
        ticks={ticksTo(startedOf(steps))}
        legend={LEGEND}
        bars={steps.map(({ screen, reached, left }) => ({
          name: String(screen),
          value: reached,
          part: left,
        }))}
      />
      <More title="Each screen: drop-off and time">
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
        <NumberTable
          caption="By screen"
          columns={['Screen', 'Reached', 'Left here', 'Drop-off', 'Median time']}
          rows={steps.map(({ screen, reached, left, medianSeconds }) => [
            titleOf(screen, brandName),
            reached,
            left,
            reached > 0 ? `${Math.round((left / reached) * 100)}%` : '–',
            secondsText(medianSeconds),
          ])}
        />
      </More>
      <More title="Where visits and projects come from">
        <NumberTable
          caption="By source"
          columns={['Source', 'Visits', 'Submitted', 'Contacted', 'Won']}
          rows={sources.map(({ source, visits, submitted, contacted, won }) => [
            sourceNameText(source),
            visits,
            submitted,
            contacted,
            won,
          ])}
        />
        <p className="hint">Contacted and Won count only projects submitted on these days.</p>
      </More>
      <More title="Day by day">
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
        <NumberTable
          caption="By day"
          columns={['Day', 'Visits started', 'Projects submitted']}
          rows={dayRows(days)}
        />
      </More>
    </div>
  )
}

const FIGURES = [
  ['visits', 'Visits'],
  ['submitted', 'Submitted'],
  ['won', 'Won'],
] as const

/** Three numbers, each beside the period before. */
function Figures({ figures, before, days, early }: Funnel) {
  const period = days.length === 1 ? 'on the previous day' : `in the previous ${days.length} days`
  return (
    <dl className={`box ${styles.figures}`}>
      {FIGURES.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{formatNumber(figures[name])}</dd>
          <dd className="hint">
            {name === 'submitted' && early > 0 && <>{formatNumber(early)} sent early. </>}
            {formatNumber(before[name])} {period}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const More = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className={styles.more}>
    <summary>{title}</summary>
    {children}
  </details>
)

function titleOf(index: number, brandName: string): string {
  const screen: Screen | undefined = screens[index]
  const title = screen && 'title' in screen ? withBrand(screen.title, brandName) : 'Landing'
  return `${index}. ${title}`
}

const LEGEND = (
  <ul className={plot.legend}>
    <li>
      <i /> continued
    </li>
    <li>
      <i className={plot.hatched} /> left here
    </li>
  </ul>
)
