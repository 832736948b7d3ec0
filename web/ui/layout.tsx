import type { ReactNode } from 'react'

export type Pigment = 'paper' | 'green' | 'ox' | 'butter' | 'plaster' | 'egg' | 'sage'

interface LayoutProps {
  readonly pigment?: Pigment
  readonly bar: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A colored or pictured pane beside the body, or above it on a phone. */
export function Split({
  pane,
  pigment = 'paper',
  bar,
  className = '',
  children,
}: LayoutProps & { pane: ReactNode }) {
  return (
    <div className={`step split ${className}`}>
      <div className="pane" data-pigment={pigment}>
        {pane}
      </div>
      <div className="body">{children}</div>
      {bar}
    </div>
  )
}

/** A body that takes the whole width. */
export function Full({ pigment = 'paper', bar, className = '', children }: LayoutProps) {
  return (
    <div className={`step full ${className}`}>
      <div className="body" data-pigment={pigment}>
        {children}
      </div>
      {bar}
    </div>
  )
}
