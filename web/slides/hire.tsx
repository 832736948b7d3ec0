import { profile, skills } from '../../questionnaire/business.ts'
import { Picture, TALL } from '../pictures/picture.tsx'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import { Credentials } from './proof.tsx'
import type { SlideProps } from './slide.ts'

export const tools = <Picture name="craft" crop="card" phoneCrop="phone" sizes={TALL} alt="" />

export function Hire({ title, bar }: SlideProps) {
  return (
    <Full bar={bar} pigment="butter" className="pictured hire-step">
      <div className="pictured-text">
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
        <Credentials {...profile} />
      </div>
      <div className="pictured-picture">{tools}</div>
    </Full>
  )
}
