import { Component, type ReactNode, useEffect } from 'react'
import { ERROR_HEADING } from './error-heading.ts'
import { HEADING, Heading } from './heading.tsx'

/** What a visitor sees, or is read out, when a screen cannot be shown. */
export function ErrorView({ message }: { message: string }) {
  useEffect(() => {
    document.title = ERROR_HEADING
    document.getElementById(HEADING)?.focus()
  }, [])
  return (
    <main className="failure">
      <Heading>{ERROR_HEADING}</Heading>
      <pre>{message}</pre>
    </main>
  )
}

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** What it guards: what broke one is not said of the next. */
  readonly of?: string
}

interface ErrorBoundaryState {
  readonly message: string | null
  readonly of?: string | undefined
}

/** Catches what is thrown while its children render; React has no function for this. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: null }

  static getDerivedStateFromProps({ of }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return of === state.of ? null : { message: null, of }
  }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    return this.state.message === null ? this.props.children : <ErrorView message={this.state.message} />
  }
}
