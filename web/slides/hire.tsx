import { skills } from '../../questionnaire/business.ts'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import type { SlideProps } from './slide.ts'

export function Hire({ title, bar }: SlideProps) {
  return (
    <Full bar={bar} pigment="butter" className="hire-step">
      <Heading>{title}</Heading>
      <p className="lead" id="trained">
        They are trained in
      </p>
      <ul className="claims" aria-labelledby="trained">
        {skills.map((skill) => (
          <li className="serif" key={skill}>
            <span className="sentence">{skill}</span>
          </li>
        ))}
      </ul>
    </Full>
  )
}
