import { remodelTypeKeyOf, remodelTypes, replyText, TAGLINE } from '../../questionnaire/business.ts'
import { reviewOf } from '../../questionnaire/review.ts'
import { kitchenOf } from '../pictures/kitchens.ts'
import { Picture } from '../pictures/picture.tsx'
import { useBusiness } from '../ui/business.ts'
import { useAfterTransition } from '../ui/use-after-transition.ts'
import { useVisitState } from '../visit/use-visit.tsx'
import { isSaved } from '../visit/visit.ts'
import { BriefRows, NextSteps, RemodelScope } from './brief-parts.tsx'

/** What the last screen prints. The review is not printed, because a closed review would print closed. */
export function ProjectBrief() {
  return useAfterTransition() && <Brief />
}

function Brief() {
  const { brandName, siteDomain, profile, prices } = useBusiness()
  const isSent = useVisitState(isSaved)
  const answers = useVisitState(({ visit }) => visit.answers)
  const type = remodelTypeKeyOf(answers.typeOfKitchenRemodel)

  return (
    <article className="brief">
      <header>
        <h2>{brandName}</h2>
        <p>{TAGLINE}</p>
        <address>
          {profile.address && <p>{profile.address}</p>}
          {profile.phone && <p>{profile.phone}</p>}
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
      <BriefRows rows={reviewOf(answers, brandName).flatMap(({ rows }) => rows)} />
      <section>
        <h3>Next steps</h3>
        <NextSteps isSent={isSent} fee={prices.fee} when={replyText(profile)} />
      </section>
    </article>
  )
}

/** `Nov 15, 2026`. Intl.DateTimeFormat is slower than the rest of the screen. */
function today(): string {
  const [, month, day, year] = new Date().toDateString().split(' ')
  return `${month} ${Number(day)}, ${year}`
}
