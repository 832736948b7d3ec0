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

// The brand's weight, which the landing does without, so that the first step need not wait for it.
document.fonts.load('600 1em Besley').catch(() => {})

// In the next frame: until then the browser may still follow the link and move the focus.
if (startPressed) requestAnimationFrame(begin)

/** Does not start a new visit if 'Continue' was added after the visitor pressed START HERE. */
function begin() {
  const { moved, unfinished } = visit.current()
  if (!moved && !unfinished) visit.begin()
}

/** A double click counts once, or its second click would press a button of the next screen. A third click counts. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail !== 2) return
  event.preventDefault()
  event.stopPropagation()
}
