import type { ReactNode } from 'react'
import { useBusiness } from '../../ui/business.ts'
import { Heading } from '../../ui/heading.tsx'
import { Door } from '../../ui/icons.tsx'
import { useTitle } from '../app/use-title.ts'
import { useFocusHeading } from '../ui/focus.ts'

interface AuthPanelProps {
  readonly title: string
  readonly children: ReactNode
}

/** A page before the sign-in: a shaker door with a heading and a form. */
export function AuthPanel({ title, children }: AuthPanelProps) {
  useFocusHeading(title)
  const { brandName } = useBusiness()
  useTitle(title)

  return (
    <div className="before-desk" data-pigment="green">
      <main className="door-panel">
        <p className="brand">
          <Door />
          <span>{brandName}</span>
        </p>
        <Heading>{title}</Heading>
        {children}
      </main>
    </div>
  )
}
