import type { Business } from '../../questionnaire/business.ts'
import { ERROR_HEADING } from '../ui/error-heading.ts'
import { ErrorView } from '../ui/error-view.tsx'
import { notIndexed, renderDocument, stylesOf } from './document.tsx'

/** The response to an unknown address. */
export function renderNotFound({ siteDomain }: Business): string {
  return renderDocument({
    title: `${ERROR_HEADING} – ${siteDomain}`,
    head: [notIndexed, stylesOf('visit')],
    body: <ErrorView message="404 Not Found" />,
  })
}
