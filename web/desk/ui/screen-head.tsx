import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Heading } from '../../ui/heading.tsx'
import { useDesk } from '../app/use-desk.ts'

interface ScreenHeadProps {
  readonly hint?: ReactNode
  readonly children?: ReactNode
}

/** The heading of a screen, which is its title in app/routes.ts, and what is shown beside it. */
export function ScreenHead({ hint, children }: ScreenHeadProps) {
  const { titleOf } = useDesk()
  const { pathname } = useLocation()
  return (
    <div className="screen-head">
      <Heading>{titleOf(pathname)}</Heading>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </div>
  )
}
