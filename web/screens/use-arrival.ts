import { useEffect } from 'react'
import { HEADING } from '../ui/heading.tsx'
import { useVisit } from '../visit/use-visit.tsx'
import { changeLinkOf } from './review-answers.tsx'

/**
 * When a screen appears, updates the document: its title, the scroll position, and the focus on the heading, or on the
 * row of an open review.
 */
export function useArrival(title: string) {
  const { current } = useVisit()
  useEffect(() => {
    document.title = title
    const { moved, reviewAt } = current()
    if (!moved) return
    scrollTo(0, 0)
    const row = reviewAt === null ? null : changeLinkOf(reviewAt)
    row?.scrollIntoView({ block: 'center' })
    const target = row ?? document.getElementById(HEADING)
    target?.focus({ preventScroll: true })
  }, [title, current])
}
