import { TAGLINE } from '../../../questionnaire/business.ts'
import cover from '../../../web/assets/pictures/cover.phone-780.avif'

/** The landing page for the other form libraries: the domain, the picture and the tagline. */
export const coverHtml = `<h1>127.0.0.1</h1><img src="${cover}" alt="" width="390"><p>${TAGLINE}</p>`
