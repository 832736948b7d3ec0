import { useEffect } from 'react'
import { HEADING } from '../ui/heading.tsx'
import { useVisit } from '../visit/use-visit.tsx'

/** The document follows the visitor: title, top of the page, focus on the new heading. */
export function useArrival(title: string) {
  const { current } = useVisit()
  useEffect(() => {
    document.title = title
    if (!current().moved) return
    scrollTo(0, 0)
    document.getElementById(HEADING)?.focus({ preventScroll: true })
  }, [title, current])
}
