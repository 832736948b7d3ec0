import type { ReactNode } from 'react'

/** The props of every slide. */
export interface SlideProps {
  readonly title: string
  /** Back and Next; a slide places them or leaves them out. */
  readonly bar: ReactNode
  /** True while the business has the answers. */
  readonly isSent: boolean
  /** What is open on the slide; the browser's Back closes it. */
  readonly detail: string | null
  readonly onOpen: (detail: string) => void
  readonly onClose: () => void
}
