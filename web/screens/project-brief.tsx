import {
  COST_NOTE,
  FDA,
  FDA_FEE_RANGE,
  remodelTypeOf,
  SCOPE_ASSUMPTION,
  TAGLINE,
} from '../../questionnaire/business.ts'
import { rowsOf } from '../../questionnaire/project.ts'
import { useBusiness } from '../business.ts'
import { useAfterTransition } from '../ui/use-after-transition.ts'
import { useVisitState } from '../visit/use-visit.tsx'

/** The printed version of the last screen. It is only for print, because a closed review would print closed. */
export function ProjectBrief() {
  return useAfterTransition() && <Brief />
}

function Brief() {
  const { brandName, siteDomain } = useBusiness()
  const answers = useVisitState(({ visit }) => visit.answers)
  const type = remodelTypeOf(answers.typeOfKitchenRemodel)

  return (
    <article className="brief">
      <header>
        <h2>{brandName}</h2>
        <p>{TAGLINE}</p>
        <p>
          {siteDomain}, {today()}
        </p>
      </header>
      <dl>
        {rowsOf(answers, brandName).map(({ name, question, answer }) => (
          <div key={name}>
            <dt>{question}</dt>
            <dd>{answer || '–'}</dd>
          </div>
        ))}
      </dl>
      {type && (
        <section>
          <h3>
            {type.name} kitchen remodel: {type.costRange}
          </h3>
          <p className="sentence">{type.scope.join(', ')}.</p>
          <p>{SCOPE_ASSUMPTION}</p>
          <p>{COST_NOTE}</p>
        </section>
      )}
      <section>
        <h3>Next steps</h3>
        <p>
          A feasibility-discovery-design representative will reach out. The {FDA} fee is{' '}
          <span className="whole">{FDA_FEE_RANGE}</span>, depending on your needs; the specialist determines
          the plan.
        </p>
      </section>
    </article>
  )
}

/** `Nov 15, 2026`. Intl.DateTimeFormat would take longer than the whole screen. */
function today(): string {
  const [, month, day, year] = new Date().toDateString().split(' ')
  return `${month} ${Number(day)}, ${year}`
}
