import { useSyncExternalStore } from 'react'

/** From here on a table of the inbox has room for all of its columns. */
const WIDE = '(min-width: 1120px)'

/** Whether the page is on a desk, and not on a phone or a tablet. Markup differs, not only its looks. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE).matches,
  )
}
