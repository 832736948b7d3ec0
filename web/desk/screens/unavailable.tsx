import type { Problem } from '../call-api.ts'
import { troubleText } from '../trouble-text.ts'
import { useMinutes } from '../use-minutes.ts'
import { TRYING, useRetry } from '../use-retry.ts'
import { DoorPanel } from './door-panel.tsx'

interface UnavailableProps {
  readonly brandName: string
  readonly problem: Problem
  readonly onRetry: () => Promise<void>
}

/** The server does not say who is there: it cannot be reached, or it keeps no desk. */
export function Unavailable({ brandName, problem, onRetry }: UnavailableProps) {
  const { isTrying, retry } = useRetry(onRetry)
  useMinutes(onRetry)
  return (
    <DoorPanel brandName={brandName} title="The desk cannot be opened">
      <p role="alert">{isTrying ? TRYING : reason(problem)}</p>
      <button className="button primary" type="button" onClick={retry}>
        Try again
      </button>
    </DoorPanel>
  )
}

/** Where there is no desk, the server says why. */
function reason(problem: Problem): string {
  if (problem.kind !== 'refused') return troubleText(problem)
  const { told } = problem
  const message = typeof told === 'object' && told !== null && 'message' in told ? told.message : ''
  return problem.status === 501 && typeof message === 'string' ? message : troubleText(problem)
}
