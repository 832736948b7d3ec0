import type { ReactNode } from 'react'
import type { Problem } from '../call-api.ts'
import { troubleText } from '../trouble-text.ts'
import type { Fetched } from '../use-fetched.ts'
import { TRYING, useRetry } from '../use-retry.ts'
import { PassingButton } from './passing-button.tsx'

interface ShownProps<T> {
  readonly fetched: Fetched<T>
  readonly children: (value: T) => ReactNode
}

/** What was fetched; before that a quiet sign that it is coming, or why it does not. */
export function Shown<T>({ fetched: { value, problem, reload }, children }: ShownProps<T>) {
  if (value === undefined) {
    return problem ? <Trouble problem={problem} onRetry={reload} /> : <Loading />
  }
  return (
    <>
      {problem && <Trouble problem={problem} onRetry={reload} isOld />}
      {children(value)}
    </>
  )
}

/** Rules like those of a blank form. The words are for who does not see them. */
export function Loading() {
  return (
    <div className="loading">
      <p role="status">Loading…</p>
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <i key={line} aria-hidden="true" />
      ))}
    </div>
  )
}

interface TroubleProps {
  readonly problem: Problem
  readonly onRetry: () => Promise<void>
  /** What is shown below is from before the trouble. */
  readonly isOld?: boolean
}

export function Trouble({ problem, onRetry, isOld = false }: TroubleProps) {
  const { isTrying, retry } = useRetry(onRetry)
  return (
    <div className="trouble" role="alert">
      <p>
        <b>{isTrying ? TRYING : troubleText(problem)}</b> {isOld && 'What you see is from before.'}
      </p>
      {problem.kind !== 'not found' && (
        <PassingButton className="button secondary small" onClick={retry}>
          Try again
        </PassingButton>
      )}
    </div>
  )
}

/** Nothing to show, said as good news or as what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg viewBox="0 0 96 72" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <path d="M4 12h88v56H4zM48 12v56M12 20h28v40H12zM56 20h28v40H56z" />
        <circle className="knob-dot" cx="36" cy="40" r="3" />
        <circle className="knob-dot" cx="60" cy="40" r="3" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
