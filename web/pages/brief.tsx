import type { Brief } from '../../questionnaire/brief.ts'
import type { Business } from '../../questionnaire/business.ts'
import { BriefPage, EXPIRED_TITLE, PROJECT_TITLE } from '../brief/brief-page.tsx'
import { BusinessContext } from '../ui/business.ts'
import { notIndexed, renderDocument, scriptOf, stylesOf } from './document.tsx'

/** A homeowner's project at its private address; null for a link that has expired. */
export function renderBrief(business: Business, brief: Brief | null): string {
  return renderDocument({
    title: `${brief ? PROJECT_TITLE : EXPIRED_TITLE} – ${business.brandName}`,
    head: (
      <>
        {notIndexed}
        {stylesOf('brief')}
        {scriptOf('brief')}
      </>
    ),
    body: (
      <BusinessContext value={business}>
        <BriefPage brief={brief} />
      </BusinessContext>
    ),
  })
}
