import { useEffect, useState } from 'react'

/** Longer than a screen takes to come in. */
export const SETTLING_MS = 400

/** False while a screen comes in, true once it is there: what nobody sees at once, no step waits for. */
export function useSettled(): boolean {
  const [isSettled, settle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => settle(true), SETTLING_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
