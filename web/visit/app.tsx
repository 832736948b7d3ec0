import { FAILED_MESSAGE, SAVED_MESSAGE } from '../../questionnaire/business.ts'
import { pathOf } from '../../questionnaire/screens.ts'
import { ScreenView } from '../screens/screen-view.tsx'
import { ErrorBoundary } from '../ui/error-view.tsx'
import { HEADING } from '../ui/heading.tsx'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { MessageDialog } from '../ui/message-dialog.tsx'
import { useVisit, useVisitState } from './use-visit.tsx'

/** The current screen, and the overlays of a submission above it. */
export function App() {
  const { closeOutcome } = useVisit()
  const { screen, sending, outcome } = useVisitState((state) => state)

  function close() {
    closeOutcome()
    const next = document.querySelector<HTMLElement>('.bar [type=submit]') ?? document.getElementById(HEADING)
    next?.focus({ preventScroll: true })
  }

  return (
    <ErrorBoundary>
      <ErrorBoundary resetKey={pathOf(screen)}>
        <ScreenView index={screen} />
      </ErrorBoundary>
      {sending && <LoadingOverlay />}
      {outcome === 'saved' && <MessageDialog tone="good" message={SAVED_MESSAGE} onClose={close} />}
      {outcome === 'failed' && <MessageDialog tone="bad" message={FAILED_MESSAGE} onClose={close} />}
    </ErrorBoundary>
  )
}
