import { Component, type ReactNode } from 'react'

/** What a visitor sees when a screen cannot be shown. */
export function ErrorView({ message }: { message: string }) {
  return (
    <main className="failure">
      <h1>Unexpected Application Error!</h1>
      <pre>{message}</pre>
    </main>
  )
}

interface ErrorBoundaryState {
  readonly message: string | null
}

/** Catches what is thrown while its children render; React has no function for this. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    return this.state.message === null ? this.props.children : <ErrorView message={this.state.message} />
  }
}
