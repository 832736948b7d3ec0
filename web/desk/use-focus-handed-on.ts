import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { HEADING } from '../ui/heading.tsx'

/** What goes while it has the focus hands it on to `next`, or else to the heading of the page. */
export function useFocusHandedOn<T extends HTMLElement>(
  next: () => HTMLElement | null | undefined = () => null,
): RefObject<T | null> {
  const part = useRef<T>(null)
  const handOn = useEffectEvent(() => {
    // Another page has taken it.
    if (document.activeElement !== document.body) return
    const heir = next()
    if (heir) heir.focus()
    else document.getElementById(HEADING)?.focus({ preventScroll: true })
  })

  // Follows the focus, which falls to the body of the page with whatever has it.
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      // Once all that comes in its stead is there.
      if (element?.contains(document.activeElement)) queueMicrotask(handOn)
    }
  }, [])

  return part
}
