import { useBusiness } from '../ui/business.ts'

/** Shown wherever personal data is asked for or sent, if the business has set PRIVACY_URL. */
export function PrivacyLink() {
  const { privacyUrl } = useBusiness()
  return privacyUrl === null ? null : (
    <a className="privacy" href={privacyUrl} target="_blank" rel="noreferrer">
      Privacy<span className="unseen"> (opens in a new tab)</span>
    </a>
  )
}
