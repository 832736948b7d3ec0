import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BusinessContext, businessOf } from '../ui/business.ts'
import { App } from './app.tsx'
import { CONTINUE } from './draft.ts'
import { START } from './first-question.ts'
import { openVisit } from './open-visit.ts'
import { VisitProvider } from './use-visit.tsx'
import { offeredVisit } from './visit.ts'
import '../styles/visit.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

const { hash } = location
const business = businessOf(document)
const visit = openVisit(business)

hydrateRoot(
  root,
  <StrictMode>
    <BusinessContext value={business}>
      <VisitProvider visit={visit}>
        <App />
      </VisitProvider>
    </BusinessContext>
  </StrictMode>,
)

// The weight of the brand's name. The landing does not use it, and the first step must not wait for it.
document.fonts.load('600 1em Besley').catch(() => {})

// In the next frame: until then the browser may still follow the link and move the focus.
if (hash === START) requestAnimationFrame(begin)
if (hash === CONTINUE) requestAnimationFrame(() => visit.resume())
// The visitor has answered the first question and pressed the button before this script had loaded.
if ('next' in root.dataset) visit.next()

/** Does not start a new visit if 'Continue' was added after the visitor pressed START HERE. */
function begin() {
  const state = visit.current()
  if (!state.moved && !offeredVisit(state) && !root?.dataset.link) visit.begin()
}
