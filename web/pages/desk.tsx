import type { Business } from '../../questionnaire/business.ts'
import { BUSINESS_META } from '../ui/business.ts'
import { notIndexed, renderDocument, scriptOf, stylesOf } from './document.tsx'

/** The desk's page. It stays empty until its script knows whether a person is signed in. */
export function renderDesk(business: Business): string {
  return renderDocument({
    title: `Desk – ${business.brandName}`,
    head: (
      <>
        {notIndexed}
        <meta name={BUSINESS_META} content={JSON.stringify(business)} />
        {stylesOf('desk')}
        {scriptOf('desk')}
      </>
    ),
    body: (
      <>
        <div id="root" />
        <noscript>
          <p>The desk needs JavaScript.</p>
        </noscript>
      </>
    ),
  })
}
