import { createContext, useContext } from 'react'
import { type Business, defaultPrices } from '../../questionnaire/business.ts'

/** The business that runs this site. The server writes it into the page's head, so changing it needs no rebuild. */
export const BusinessContext = createContext<Business>({
  brandName: '',
  siteOrigin: '',
  siteDomain: '',
  privacyUrl: null,
  sendEarly: false,
  askPhone: 'off',
  prices: { id: '', ...defaultPrices },
  profile: {},
})

export const useBusiness = () => useContext(BusinessContext)

/** The name of the `<meta>` element that the server writes and the browser reads. Its content is JSON. */
export const BUSINESS_META = 'business'

export function businessOf(page: Document): Business {
  const meta = page.querySelector<HTMLMetaElement>(`meta[name="${BUSINESS_META}"]`)
  if (!meta) throw new Error('The page has no business')
  return JSON.parse(meta.content)
}
