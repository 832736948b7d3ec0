import { Picture } from '../pictures/picture.tsx'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import type { SlideProps } from './slide.ts'

export const level = <Picture name="level" crop="wide" phoneCrop="phone" sizes="100vw" alt="" />

export function Avoid({ title, bar }: SlideProps) {
  return (
    <Full bar={bar} pigment="ox" className="avoid-step">
      <div className="avoid-text">
        <Heading>{title}</Heading>
      </div>
      <div className="avoid-picture">{level}</div>
    </Full>
  )
}
