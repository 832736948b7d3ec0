import type { MouseEvent } from 'react'
import { rowsOf } from '../../questionnaire/project.ts'
import { pathOf } from '../../questionnaire/screens.ts'
import { useBusiness } from '../ui/business.ts'
import { useVisit, useVisitState } from '../visit/use-visit.tsx'
import { isSaved } from '../visit/visit.ts'

/** Every question with its answer and, until the project is saved, a link to its screen. */
export function ReviewAnswers() {
  const { brandName } = useBusiness()
  const { goTo } = useVisit()
  const answers = useVisitState(({ visit }) => visit.answers)
  const isSubmitted = useVisitState(isSaved)

  return (
    <details className="review">
      <summary>Review your answers</summary>
      <dl>
        {rowsOf(answers, brandName).map(({ name, question, answer, screen }) => (
          <div className="review-row" key={name}>
            <dt id={`review-${name}`}>{question}</dt>
            <dd>{answer}</dd>
            {!isSubmitted && (
              <dd className="review-change">
                <a
                  href={pathOf(screen)}
                  aria-describedby={`review-${name}`}
                  onClick={(event: MouseEvent) => {
                    event.preventDefault()
                    goTo(screen)
                  }}
                >
                  Change
                </a>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </details>
  )
}
