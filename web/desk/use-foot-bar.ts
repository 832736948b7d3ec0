import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Tells the styles how high the bar at the foot of the window is, as `--bar`, so that it covers nothing for good. */
export function useFootBar<T extends HTMLElement>(): RefObject<T | null> {
  const bar = useRef<T>(null)

  // Follows the size of the bar, which changes with its words, the window and the size of text.
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const isFixed = getComputedStyle(element).position === 'fixed'
      style.setProperty('--bar', `${isFixed ? element.offsetHeight : 0}px`)
    })
    observer.observe(element, { box: 'border-box' })
    return () => {
      observer.disconnect()
      style.removeProperty('--bar')
    }
  }, [])

  return bar
}
