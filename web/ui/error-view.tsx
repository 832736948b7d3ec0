import { Component, type ReactNode } from 'react'
import { ERROR_HEADING } from './error-heading.ts'

/** What a visitor sees when a screen cannot be shown. */
export function ErrorView({ message }: { message: string }) {
  return (
    <main className="failure">
      <h1>{ERROR_HEADING}</h1>
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
