import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** Covers the page and takes it out of reach while something is under way. */
export function LoadingOverlay() {
  const overlay = useRef<HTMLDivElement>(null)

  // The page's root is outside of this portal, and is made inert for as long as the overlay stands.
  useEffect(() => {
    const page = document.getElementById('root')
    page?.setAttribute('inert', '')
    overlay.current?.focus()
    return () => page?.removeAttribute('inert')
  }, [])

  return createPortal(
    <div className="overlay" role="status" tabIndex={-1} ref={overlay}>
      <span className="spinner" aria-hidden="true" />
      loading
    </div>,
    document.body,
  )
}
