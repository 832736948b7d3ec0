import { Picture, TALL } from '../pictures/picture.tsx'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import type { SlideProps } from './slide.ts'

export const dustSheets = <Picture name="mess" crop="tall" phoneCrop="phone" sizes={TALL} alt="" />

const complaints = [
  'workers failing to show up',
  'not doing the job right the first time',
  'not listening to or understanding requests',
  'leaving a mess',
]

export function Complaints({ title, bar }: SlideProps) {
  return (
    <Full bar={bar} pigment="green" className="complaints-step">
      <div className="complaints-text">
        <Heading>{title}</Heading>
        <ol className="complaints">
          {complaints.map((complaint) => (
            <li className="serif" key={complaint}>
              <span className="sentence">{complaint}</span>
            </li>
          ))}
        </ol>
      </div>
      <div className="complaints-picture">{dustSheets}</div>
    </Full>
  )
}
