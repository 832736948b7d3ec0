import type { ReactNode } from 'react'
import { unbroken } from './unbroken.tsx'

/** The heading of a screen takes the focus when the screen is shown, so that it is read out. */
export function Heading({ children, long = false }: { children: ReactNode; long?: boolean }) {
  return (
    <h1 id={HEADING} className={long ? 'long' : undefined} tabIndex={-1}>
      {typeof children === 'string' ? unbroken(children) : children}
    </h1>
  )
}

export const HEADING = 'heading'
