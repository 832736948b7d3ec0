import { useEffect } from 'react'

/** Sets the title of the window. It never names a homeowner. */
export function useTitle(title: string, brandName: string): void {
  // Synchronizes with the browser.
  useEffect(() => {
    document.title = `${title} – Desk – ${brandName}`
  }, [title, brandName])
}
