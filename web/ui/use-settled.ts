import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Longer than a screen takes to come in. */
export const SETTLING_MS = 400

/** False while a screen comes in, true once it is there: what nobody sees at once, no step waits for. */
export function useSettled(): boolean {
  const [isSettled, settle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => settle(true), SETTLING_MS)
    // Paper shows what is there as soon as this returns.
    const settleForPaper = () => flushSync(() => settle(true))
    addEventListener('beforeprint', settleForPaper)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeprint', settleForPaper)
    }
  }, [])
  return isSettled
}
