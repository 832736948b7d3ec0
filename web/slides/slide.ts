import type { ReactNode } from 'react'
import type { PictureProps } from '../pictures/picture.tsx'

export interface SlideProps {
  readonly title: string
  /** Back and Next; a slide places them itself, or leaves them out. */
  readonly bar: ReactNode
}

/** A screen of content: what it shows, and the pictures to fetch before it is shown. */
export interface Slide {
  readonly Slide: (props: SlideProps) => ReactNode
  readonly pictures: readonly PictureProps[]
}
