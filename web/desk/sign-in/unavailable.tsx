import { type CallFailure, problemText } from '../app/api-result.ts'
import { RETRYING, useRetry } from '../ui/loading-states.tsx'
import { AuthPanel } from './auth-panel.tsx'

interface UnavailableProps {
  readonly problem: CallFailure
  readonly onRetry: () => Promise<unknown>
}

/** Shown when the session is unknown: the server cannot be reached, or it has no desk. */
export function Unavailable({ problem, onRetry }: UnavailableProps) {
  const { isRetrying, retry } = useRetry(onRetry)
  return (
    <AuthPanel title="The desk is not available">
      <p role="alert">{isRetrying ? RETRYING : reason(problem)}</p>
      <button className="button primary" type="button" onClick={retry}>
        Try again
      </button>
    </AuthPanel>
  )
}

/** A server without a desk says why. */
function reason(problem: CallFailure): string {
  if (problem.kind !== 'refused') return problemText(problem)
  const { body } = problem
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : ''
  return problem.status === 501 && typeof message === 'string' ? message : problemText(problem)
}
