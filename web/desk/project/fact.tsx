import type { ReactNode } from 'react'

/** A name and what is known under it, in a list of such pairs; a dash where nothing is. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children || '–'}</dd>
  </div>
)
