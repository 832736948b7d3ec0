import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Longer than a screen's transition in motion.css. */
export const TRANSITION_MS = 400

/** False during the screen's transition, then true. For content that can wait, so that the step is fast. */
export function useAfterTransition(): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), TRANSITION_MS)
    // The browser prints what is rendered when this handler returns.
    const endForPrint = () => flushSync(() => setOver(true))
    addEventListener('beforeprint', endForPrint)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeprint', endForPrint)
    }
  }, [])
  return isOver
}
