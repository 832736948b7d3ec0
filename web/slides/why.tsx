import { costsCompared, virtues, withBrand } from '../../questionnaire/business.ts'
import { useBusiness } from '../ui/business.ts'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import type { SlideProps } from './slide.ts'

export function Why({ title, bar }: SlideProps) {
  const { brandName } = useBusiness()
  return (
    <Full bar={bar} pigment="green">
      <Heading>{title}</Heading>
      <div className="why">
        <ul className="virtues">
          {virtues.map((virtue) => (
            <li className="serif sentence" key={virtue}>
              {virtue}
            </li>
          ))}
        </ul>
        <div className="costs-compared">
          {costsCompared.map((costs) => (
            <p key={costs}>{withBrand(costs, brandName)}</p>
          ))}
        </div>
      </div>
    </Full>
  )
}
