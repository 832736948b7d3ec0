import { COST_NOTE, endsOf, remodelTypeKeys, remodelTypes } from '../../questionnaire/business.ts'
import { kitchenOf } from '../pictures/kitchens.ts'
import { Picture } from '../pictures/picture.tsx'
import { useBusiness } from '../ui/business.ts'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import type { SlideProps } from './slide.ts'

export function CostRanges({ title, bar }: SlideProps) {
  const { prices } = useBusiness()
  return (
    <Full bar={bar}>
      <Heading>{title}</Heading>
      <ul className="costs">
        {remodelTypeKeys.map((type) => (
          <li className="cost" data-remodel={type} key={type}>
            <Picture {...kitchenOf.cost(type)} />
            <h2>{remodelTypes[type].name.toUpperCase()}</h2>
            <CostRange range={prices[type]} />
            <ul>
              {remodelTypes[type].scope.map((part) => (
                <li className="sentence" key={part}>
                  {part}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className="note">{COST_NOTE}</p>
    </Full>
  )
}

/** A line may break only between the two amounts. */
function CostRange({ range }: { range: string }) {
  const [lowest, highest] = endsOf(range)
  return (
    <p className="serif">
      {lowest}
      <wbr />
      {highest}
    </p>
  )
}
