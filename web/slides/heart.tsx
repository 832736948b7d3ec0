import { Picture, TALL } from '../pictures/picture.tsx'
import { Heading } from '../ui/heading.tsx'
import { Split } from '../ui/layout.tsx'
import type { SlideProps } from './slide.ts'

export const breakfast = (
  <Picture
    name="heart"
    crop="tall"
    phoneCrop="phone"
    sizes={TALL}
    alt="A round kitchen table laid for breakfast, with croissants and flowers, in the morning sun."
  />
)

export function Heart({ title, bar }: SlideProps) {
  return (
    <Split bar={bar} className="content-slide" pane={breakfast}>
      <Heading>{title}</Heading>
      <p className="lead">
        The kitchen is the heart of the home. This guide helps you tell a design professional what matters
        most to you: take your time, and let us know the priorities for your new kitchen.
      </p>
    </Split>
  )
}
