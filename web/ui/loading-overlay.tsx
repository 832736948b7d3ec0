import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** Covers the page and disables it while a project is being sent. */
export function LoadingOverlay() {
  const overlay = useRef<HTMLDivElement>(null)

  // The page's root, which is outside of this portal, stays inert while the overlay is shown.
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
