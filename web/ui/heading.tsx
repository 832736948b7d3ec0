import type { ReactNode } from 'react'
import { noBreak } from './no-break.tsx'

/** The heading of a screen. It gets the focus when the screen appears, so that screen readers read it. */
export function Heading({ children, long = false }: { children: ReactNode; long?: boolean }) {
  return (
    <h1 id={HEADING} className={long ? 'long' : undefined} tabIndex={-1}>
      {typeof children === 'string' ? noBreak(children) : children}
    </h1>
  )
}

export const HEADING = 'heading'
