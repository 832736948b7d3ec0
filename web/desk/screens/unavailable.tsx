import type { Problem } from '../call-api.ts'
import { troubleText } from '../parts/states.tsx'
import { DoorPanel } from './door-panel.tsx'

/** The server does not say who is there: it cannot be reached, or it keeps no desk. */
export function Unavailable({
  brandName,
  problem,
  onRetry,
}: {
  brandName: string
  problem: Problem
  onRetry: () => void
}) {
  return (
    <DoorPanel brandName={brandName} title="The desk is closed">
      <p role="alert">{reason(problem)}</p>
      <button className="button primary" type="button" onClick={onRetry}>
        Try again
      </button>
    </DoorPanel>
  )
}

function reason(problem: Problem): string {
  if (problem.kind === 'not found' || (problem.kind === 'refused' && problem.status === 501)) {
    return 'This site keeps its projects in a hosted store, and its console is the place to read them. With SQLite or PostgreSQL the desk opens once the first person is added: npm run desk -- add NAME EMAIL'
  }
  return troubleText(problem)
}
