import { useBusiness } from '../business.ts'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import type { Slide, SlideProps } from './slide.ts'

export const why: Slide = { pictures: [], Slide: Why }

const virtues = ['dedicated to raising the bar', 'professional', 'organized', 'dependable']

function Why({ title, bar }: SlideProps) {
  const { brandName } = useBusiness()
  return (
    <Full bar={bar} pigment="green" className="why-step">
      <Heading>{title}</Heading>
      <div className="why">
        <ul className="virtues">
          {virtues.map((virtue) => (
            <li className="serif" key={virtue}>
              {virtue}
            </li>
          ))}
        </ul>
        <div className="costs-compared">
          <p>Others use low unrealistic estimates.</p>
          <p>Our {brandName} give you accurate costs from day 1.</p>
        </div>
      </div>
    </Full>
  )
}
