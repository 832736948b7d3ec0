import { useEffect, useRef } from 'react'
import { HEADING } from '../ui/heading.tsx'

/** Whatever comes in the place of something else is read out from its heading; what a page opens with is not. */
export function useReadOut(shown: string | null): void {
  const before = useRef<string | null>(null)

  // Follows what is shown, with which the focus goes.
  useEffect(() => {
    if (before.current !== null && before.current !== shown) document.getElementById(HEADING)?.focus()
    before.current = shown
  }, [shown])
}
