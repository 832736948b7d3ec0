import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { BRAND_NAME, type Business, defaultPrices } from '../../../../questionnaire/business.ts'
import { pathOf, screens } from '../../../../questionnaire/screens.ts'
import { BusinessContext } from '../../../../web/ui/business.ts'
import { App } from '../../../../web/visit/app.tsx'
import { openVisit } from '../../../../web/visit/open-visit.ts'
import { VisitProvider } from '../../../../web/visit/use-visit.tsx'
import '../../../../web/styles/visit.css'

/**
 * The product's screens on a client-only stack: an empty page, one bundle that renders everything, React Router, and
 * Firestore and EmailJS called from the browser (send-project.ts).
 */
const router = createBrowserRouter(screens.map((_, index) => ({ path: pathOf(index), element: <App /> })))

const business: Business = {
  brandName: BRAND_NAME,
  siteOrigin: location.origin,
  siteDomain: location.hostname,
  privacyUrl: null,
  sendEarly: false,
  askPhone: 'off',
  prices: { id: '', ...defaultPrices },
  profile: {},
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <BusinessContext value={business}>
    <VisitProvider visit={openVisit(business)}>
      <RouterProvider router={router} />
    </VisitProvider>
  </BusinessContext>,
)
