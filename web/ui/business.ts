import { createContext, useContext } from 'react'
import { askPhoneStates, type Business } from '../../questionnaire/business.ts'

/** The business that runs this site. The server writes it into the page's head, so renaming needs no rebuild. */
export const BusinessContext = createContext<Business>({
  brandName: '',
  siteOrigin: '',
  siteDomain: '',
  privacyUrl: null,
  sendEarly: false,
  askPhone: 'off',
})

export const useBusiness = () => useContext(BusinessContext)

/** The names of the `<meta>` elements that the server writes and the browser reads. */
export const META = {
  brandName: 'brand-name',
  siteDomain: 'site-domain',
  privacyUrl: 'privacy-url',
  sendEarly: 'send-early',
  askPhone: 'ask-phone',
  profile: 'profile',
} as const

export function businessOf(page: Document): Business {
  const meta = (name: string) => page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
  return {
    brandName: meta(META.brandName) ?? '',
    siteOrigin: location.origin,
    siteDomain: meta(META.siteDomain) ?? '',
    privacyUrl: meta(META.privacyUrl) ?? null,
    sendEarly: meta(META.sendEarly) !== undefined,
    askPhone: askPhoneStates.find((state) => state === meta(META.askPhone)) ?? 'off',
    profile: JSON.parse(meta(META.profile) ?? '{}'),
  }
}
