import { useEffect, useEffectEvent } from 'react'
import { type RemodelTypeKey, remodelTypes, SCOPE_ASSUMPTION } from '../../questionnaire/business.ts'
import { kitchenOf } from '../pictures/kitchens.ts'
import { Picture } from '../pictures/picture.tsx'
import { HEADING, Heading } from '../ui/heading.tsx'
import { Cross } from '../ui/icons.tsx'
import { noBreak } from '../ui/no-break.tsx'

interface RemodelDetailProps {
  readonly type: RemodelTypeKey
  readonly onClose: () => void
}

/** The scope of one remodel type. Escape closes it, like the button. */
export function RemodelDetail({ type, onClose }: RemodelDetailProps) {
  const { name, scope } = remodelTypes[type]
  const closeOnEscape = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && onClose())

  // Scrolls to the top, focuses the heading, and listens for Escape.
  useEffect(() => {
    scrollTo(0, 0)
    document.getElementById(HEADING)?.focus({ preventScroll: true })
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [])

  return (
    <div className="detail" data-remodel={type}>
      <div className="detail-picture">
        <Picture {...kitchenOf.detail(type)} />
      </div>
      <div className="detail-text">
        <div className="detail-head">
          <Heading>{name}</Heading>
          <div className="detail-close">
            <button className="button" type="button" onClick={onClose}>
              <Cross />
              Close
            </button>
          </div>
        </div>
        <ul className="scope">
          {scope.map((part) => (
            <li className="sentence" key={part}>
              {part}
            </li>
          ))}
        </ul>
        <p className="assumption">{noBreak(SCOPE_ASSUMPTION)}</p>
      </div>
    </div>
  )
}
