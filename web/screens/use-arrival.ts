import { useEffect } from 'react'
import { HEADING } from '../ui/heading.tsx'
import { useVisit } from '../visit/use-visit.tsx'

/** When a screen appears, updates the document: its title, the scroll position, and the focus on the heading. */
export function useArrival(title: string) {
  const { current } = useVisit()
  useEffect(() => {
    document.title = title
    if (!current().moved) return
    scrollTo(0, 0)
    document.getElementById(HEADING)?.focus({ preventScroll: true })
  }, [title, current])
}
