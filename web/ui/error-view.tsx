import { Component, type ReactNode, useEffect } from 'react'
import { ERROR_HEADING, TO_START } from './error-heading.ts'
import { HEADING, Heading } from './heading.tsx'

/** Replaces a screen that threw an error. Screen readers announce it. */
export function ErrorView({ message, start = '/' }: { message: string; start?: string | undefined }) {
  useEffect(() => {
    document.title = ERROR_HEADING
    document.getElementById(HEADING)?.focus()
  }, [])
  return (
    <main className="error-view">
      <Heading>{ERROR_HEADING}</Heading>
      <pre>{message}</pre>
      <a className="button primary" href={start}>
        {TO_START}
      </a>
    </main>
  )
}

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** When it changes, the error is cleared. */
  readonly resetKey?: string
  /** Where the link to the start leads. */
  readonly start?: string
}

interface ErrorBoundaryState {
  readonly message: string | null
  readonly resetKey?: string | undefined
}

/** Shows an error thrown while its children render. Only a class can do this in React. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: null }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { message: null, resetKey }
  }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    const { children, start } = this.props
    const { message } = this.state
    return message === null ? children : <ErrorView message={message} start={start} />
  }
}
