import { useEffect, useEffectEvent } from 'react'

const EVERY_MINUTE = 60_000

/** Calls back every minute while somebody can see the page, and when they or the network come back. */
export function useMinutes(onMinute: () => void): void {
  const tell = useEffectEvent(() => document.hidden || onMinute())

  // Follows the clock, the tab and the network: a wait goes on, and today becomes yesterday, while nobody does anything.
  useEffect(() => {
    const clock = setInterval(tell, EVERY_MINUTE)
    document.addEventListener('visibilitychange', tell)
    addEventListener('online', tell)
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', tell)
      removeEventListener('online', tell)
    }
  }, [])
}
