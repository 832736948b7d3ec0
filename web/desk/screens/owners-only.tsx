import { Heading } from '../../ui/heading.tsx'
import { Empty } from '../parts/loading-states.tsx'

/** What a specialist sees instead of a screen for owners. */
export function OwnersOnly({ name }: { name: string }) {
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>{name}</Heading>
      </div>
      <Empty title="Only owners can see this">
        <p>If you need it, ask an owner of this desk.</p>
      </Empty>
    </div>
  )
}
