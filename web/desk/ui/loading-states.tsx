import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type CallFailure, problemText } from '../app/api-result.ts'
import { useProblem } from '../app/use-desk.ts'
import { TransientButton } from './form-controls.tsx'
import styles from './loading-states.module.css'

interface QueryViewProps<T> {
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}

/** The data of a query; before they arrive a placeholder, or the reason why they do not. */
export function QueryView<T>({ query, children }: QueryViewProps<T>) {
  const { data, refetch } = query
  const problem = useProblem(query)
  if (data === undefined) return problem ? <ProblemNotice problem={problem} onRetry={refetch} /> : <Loading />
  return (
    <>
      {problem && <ProblemNotice problem={problem} onRetry={refetch} isOutdated />}
      {children(data)}
    </>
  )
}

/** Lines like those of a blank form. */
export function Loading() {
  return (
    <div className={styles.loading}>
      <p role="status">Loading…</p>
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <i key={line} aria-hidden="true" />
      ))}
    </div>
  )
}

interface ProblemNoticeProps {
  readonly problem: CallFailure
  readonly onRetry: () => Promise<unknown>
  /** The data below are from before the problem. */
  readonly isOutdated?: boolean
}

export function ProblemNotice({ problem, onRetry, isOutdated = false }: ProblemNoticeProps) {
  const { isRetrying, retry } = useRetry(onRetry)
  return (
    <div className="problem-notice" role="alert">
      <p>
        <b>{isRetrying ? RETRYING : problemText(problem)}</b>{' '}
        {isOutdated && 'What you see may be out of date.'}
      </p>
      {problem.kind !== 'not found' && <TransientButton onClick={retry}>Try again</TransientButton>}
    </div>
  )
}

/** Replaces the problem meanwhile: an alert whose words do not change is not read out again. */
export const RETRYING = 'Trying again…'

export function useRetry(onRetry: () => Promise<unknown>) {
  const [isRetrying, setRetrying] = useState(false)
  async function retry() {
    setRetrying(true)
    await onRetry()
    setRetrying(false)
  }
  return { isRetrying, retry }
}

/** Says that there is nothing to show, as good news or with what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 96 72" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <path d="M4 12h88v56H4zM48 12v56M12 20h28v40H12zM56 20h28v40H56z" />
        <circle cx="36" cy="40" r="3" />
        <circle cx="60" cy="40" r="3" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
