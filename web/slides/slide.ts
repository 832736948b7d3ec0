import type { ReactNode } from 'react'

/** What a screen of content is given to show. */
export interface SlideProps {
  readonly title: string
  /** Back and Next; a slide places them itself, or leaves them out. */
  readonly bar: ReactNode
}
