import { remodelTypeKeyOf, remodelTypes, TAGLINE } from '../../questionnaire/business.ts'
import { rowsOf } from '../../questionnaire/project.ts'
import { kitchenOf } from '../pictures/kitchens.ts'
import { Picture } from '../pictures/picture.tsx'
import { useBusiness } from '../ui/business.ts'
import { useAfterTransition } from '../ui/use-after-transition.ts'
import { useVisitState } from '../visit/use-visit.tsx'
import { BriefRows, NextSteps, RemodelScope } from './brief-parts.tsx'

/** What the last screen prints. The review is not printed, because a closed review would print closed. */
export function ProjectBrief() {
  return useAfterTransition() && <Brief />
}

function Brief() {
  const { brandName, siteDomain, address, prices } = useBusiness()
  const answers = useVisitState(({ visit }) => visit.answers)
  const type = remodelTypeKeyOf(answers.typeOfKitchenRemodel)

  return (
    <article className="brief">
      <header>
        <h2>{brandName}</h2>
        <p>{TAGLINE}</p>
        <address>
          {address && <p>{address}</p>}
          {siteDomain}, {today()}
        </address>
      </header>
      {type && (
        <section className="brief-type">
          <div>
            <h3>
              {remodelTypes[type].name} kitchen remodel: {prices[type]}
            </h3>
            <RemodelScope type={remodelTypes[type]} />
          </div>
          <Picture {...kitchenOf.print(type)} />
        </section>
      )}
      <BriefRows rows={rowsOf(answers, brandName)} />
      <section>
        <h3>Next steps</h3>
        <NextSteps fee={prices.fee} />
      </section>
    </article>
  )
}

/** `Nov 15, 2026`. Intl.DateTimeFormat is slower than the rest of the screen. */
function today(): string {
  const [, month, day, year] = new Date().toDateString().split(' ')
  return `${month} ${Number(day)}, ${year}`
}
