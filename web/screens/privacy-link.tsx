import { useBusiness } from '../business.ts'

/** Shown where something personal is asked or sent, once the business has said where its policy is. */
export function PrivacyLink() {
  const { privacyUrl } = useBusiness()
  return privacyUrl === null ? null : (
    <a className="privacy" href={privacyUrl} target="_blank" rel="noreferrer">
      Privacy<span className="unseen"> (opens in a new tab)</span>
    </a>
  )
}
