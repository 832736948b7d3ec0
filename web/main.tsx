import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { BusinessContext, businessOf } from './business.ts'
import { START } from './screens/landing.tsx'
import { openVisit } from './visit/open-visit.ts'
import { VisitProvider } from './visit/use-visit.tsx'
import './styles/index.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

const startPressed = location.hash === START
const visit = openVisit()

hydrateRoot(
  root,
  <StrictMode>
    <BusinessContext value={businessOf(document)}>
      <VisitProvider visit={visit}>
        <App />
      </VisitProvider>
    </BusinessContext>
  </StrictMode>,
)

addEventListener('click', ignoreSecondClick, true)

// In the next frame: in this one the browser may still go to the `#`, and would take the focus from the new screen.
if (startPressed) requestAnimationFrame(begin)

/** Nobody loses a visit to a press on the one button that was there before 'Continue' was. */
function begin() {
  const { moved, unfinished } = visit.current()
  if (!moved && !unfinished) visit.begin()
}

/**
 * Who is used to double clicks means one press, and the second click would meet what the first one brought. A third
 * one counts again: somebody walks on quickly.
 */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail !== 2) return
  event.preventDefault()
  event.stopPropagation()
}
