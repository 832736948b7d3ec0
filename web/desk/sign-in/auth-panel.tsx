import type { ReactNode } from 'react'
import { useBusiness } from '../../ui/business.ts'
import { Heading } from '../../ui/heading.tsx'
import { Door } from '../../ui/icons.tsx'
import { useTitle } from '../app/use-title.ts'
import door from '../ui/door-panel.module.css'
import { useFocusHeading } from '../ui/focus.ts'
import styles from './auth-panel.module.css'

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
    <div className={styles.wall} data-pigment="green">
      <main className={door.panel}>
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
