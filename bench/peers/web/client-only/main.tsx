import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { pathOf, screens } from '../../../../questionnaire/screens.ts'
import { BusinessContext, businessOf } from '../../../../web/ui/business.ts'
import { App } from '../../../../web/visit/app.tsx'
import { openVisit } from '../../../../web/visit/open-visit.ts'
import { VisitProvider } from '../../../../web/visit/use-visit.tsx'
import '../../../../web/styles/visit.css'

/**
 * The product's screens on a client-only stack: an empty page, one bundle that renders everything, React Router, and
 * Firestore and EmailJS called from the browser (send-project.ts).
 */
const router = createBrowserRouter(screens.map((_, index) => ({ path: pathOf(index), element: <App /> })))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <BusinessContext value={businessOf(document)}>
    <VisitProvider visit={openVisit()}>
      <RouterProvider router={router} />
    </VisitProvider>
  </BusinessContext>,
)
