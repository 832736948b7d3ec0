import { type RefObject, useEffect, useRef } from 'react'

/** Whether somebody has gone on to another place, for what comes of a thing they did here. */
export function useLeft(): RefObject<boolean> {
  const isLeft = useRef(false)
  // Follows the place.
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return isLeft
}
