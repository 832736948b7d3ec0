import { costsCompared, profile, virtues, withBrand } from '../../questionnaire/business.ts'
import { Picture, TALL } from '../pictures/picture.tsx'
import { useBusiness } from '../ui/business.ts'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import { BuiltKitchens, Quotation } from './proof.tsx'
import type { SlideProps } from './slide.ts'

export const samples = (
  <Picture name="design" crop="tall" phoneCrop="wide" phoneCropUpTo="tablet" sizes={TALL} alt="" />
)

export function Why({ title, bar }: SlideProps) {
  const { brandName } = useBusiness()
  return (
    <Full bar={bar} pigment="green" className="pictured">
      <div className="pictured-text">
        <Heading>{title}</Heading>
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
        <Quotation {...profile} />
      </div>
      <div className="pictured-picture">{samples}</div>
      <BuiltKitchens {...profile} />
    </Full>
  )
}
