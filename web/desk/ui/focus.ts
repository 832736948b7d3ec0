import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { HEADING } from '../../ui/heading.tsx'

const heading = () => document.getElementById(HEADING)

/** When the element is removed while it has the focus, the focus goes to `next`, or else to the page's heading. */
export function useFocusFallback<T extends HTMLElement>(
  next: (siblings: readonly HTMLElement[]) => HTMLElement | null | undefined = () => null,
): RefObject<T | null> {
  const ref = useRef<T>(null)
  const moveFocus = useEffectEvent((siblings: readonly (Element | null)[]) => {
    // Another page has taken it.
    if (document.activeElement !== document.body) return
    const target = next(siblings.flatMap((one) => (one instanceof HTMLElement && one.isConnected ? one : [])))
    if (target) target.focus()
    else heading()?.focus({ preventScroll: true })
  })

  // Moves the focus, which falls to the body when its element is removed.
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const siblings = [element.nextElementSibling, element.previousElementSibling]
      // After everything that replaces the element has been rendered.
      queueMicrotask(() => moveFocus(siblings))
    }
  }, [])

  return ref
}

/** Focuses a field after the focused button was removed, unless the specialist has gone on to another form. */
export function restoreFocus(field: HTMLElement | null, form: HTMLElement | null | undefined): void {
  const { activeElement, body } = document
  if (activeElement === body || form?.contains(activeElement)) field?.focus()
}

/** Focuses the heading when the view changes, so that it is read out; not when the page opens. */
export function useFocusHeading(view: string | null): void {
  const before = useRef<string | null>(null)
  // Moves the focus when the view changes.
  useEffect(() => {
    if (before.current !== null && before.current !== view) heading()?.focus()
    before.current = view
  }, [view])
}
