import { useEffect } from 'react'
import { useBusiness } from '../../ui/business.ts'

/** Sets the title of the window. It never names a homeowner. */
export function useTitle(title: string): void {
  const { brandName } = useBusiness()
  // Sets the title in the browser.
  useEffect(() => {
    document.title = `${title} – Desk – ${brandName}`
  }, [title, brandName])
}
