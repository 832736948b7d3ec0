import type { Business } from '../../questionnaire/business.ts'
import { META } from '../ui/business.ts'
import { notIndexed, renderDocument, scriptOf, stylesOf } from './document.tsx'

/** The desk's page. It stays empty until its script knows whether a person is signed in. */
export function renderDesk({ brandName }: Business): string {
  return renderDocument({
    title: `Desk – ${brandName}`,
    head: (
      <>
        {notIndexed}
        <meta name={META.brandName} content={brandName} />
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
