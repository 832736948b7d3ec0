import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import type { SlideProps } from './slide.ts'

const problems = [
  'they never call me back',
  'the project took too long',
  'my house and yard were a mess',
  'I ended up managing the project myself',
  'so many hidden costs',
  'I was not given a schedule',
]

export function Problems({ title, bar }: SlideProps) {
  return (
    <Full bar={bar} pigment="green">
      <Heading>{title}</Heading>
      <ul className="bubbles">
        {problems.map((problem) => (
          <li className="bubble" key={problem}>
            <p className="serif sentence">{problem}</p>
          </li>
        ))}
      </ul>
    </Full>
  )
}
