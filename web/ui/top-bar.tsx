import type { ReactNode } from 'react'
import { Door } from './icons.tsx'
import { Tape } from './tape.tsx'

interface TopBarProps {
  readonly brand: string
  readonly tagline: string
  readonly step: number
  readonly steps: number
  /** A button beside the counter. */
  readonly children: ReactNode
}

/** The brand is plain text, because a link would lead visitors out of the form. */
export function TopBar({ brand, tagline, step, steps, children }: TopBarProps) {
  return (
    <header className="top">
      <div className="top-line">
        <p className="brand">
          <Door />
          <span>{brand}</span>
        </p>
        <p className="tagline">{tagline}</p>
        {children}
        <p className="counter">
          <span className="unseen">Step </span>
          <b>{step}</b> of {steps}
        </p>
      </div>
      <Tape inches={steps} drawn={step} />
    </header>
  )
}
