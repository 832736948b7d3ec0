import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is gone by the time a response arrives. */
export function useUnmounted(): RefObject<boolean> {
  const isUnmounted = useRef(false)
  // Synchronizes with mounting.
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
}
