import type { MouseEvent } from 'react'
import { reviewOf } from '../../questionnaire/review.ts'
import { pathOf } from '../../questionnaire/screens.ts'
import { useBusiness } from '../ui/business.ts'
import { ignoreHeldKey } from '../ui/ignore-held-key.ts'
import { useVisit, useVisitState } from '../visit/use-visit.tsx'
import { isSaved } from '../visit/visit.ts'

/** A screen's link in the review, or the review itself: what has the focus when the visitor comes back to it. */
export const changeLinkOf = (screen: number) =>
  document.getElementById(`change-${screen}`) ?? document.querySelector<HTMLElement>('.review > summary')

/** The answers of every screen and, until the project is saved, a link to it. */
export function ReviewAnswers() {
  const { brandName } = useBusiness()
  const { change } = useVisit()
  const answers = useVisitState(({ visit }) => visit.answers)
  const isOpen = useVisitState(({ reviewAt }) => reviewAt !== null)
  const isSubmitted = useVisitState(isSaved)

  return (
    <details className="review" open={isOpen}>
      <summary>Review your answers</summary>
      {reviewOf(answers, brandName).map(({ title, rows }) => (
        <section className="review-group" key={title}>
          <h2>{title}</h2>
          <dl>
            {rows.map(({ screen, question, answer }) => (
              <div className="review-row" key={screen}>
                <dt>{question}</dt>
                <dd id={`answer-${screen}`}>{answer}</dd>
                {!isSubmitted && (
                  <dd className="review-change">
                    <a
                      href={pathOf(screen)}
                      id={`change-${screen}`}
                      aria-describedby={`answer-${screen}`}
                      onKeyDown={ignoreHeldKey}
                      onClick={(event: MouseEvent) => {
                        event.preventDefault()
                        change(screen)
                      }}
                    >
                      Change<span className="unseen"> {question}</span>
                    </a>
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </section>
      ))}
    </details>
  )
}
