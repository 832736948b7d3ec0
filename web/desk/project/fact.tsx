import type { ReactNode } from 'react'

/** A name and its value in a description list. An empty value shows as a dash. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children || '–'}</dd>
  </div>
)
