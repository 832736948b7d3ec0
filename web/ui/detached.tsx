import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'

/** Renders its children outside of the page: the browser fetches their pictures and shows nothing. */
export function Detached({ children }: { children: ReactNode }) {
  const [container] = useState(() => document.createElement('div'))
  return createPortal(children, container)
}
