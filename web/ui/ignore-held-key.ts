import type { KeyboardEvent } from 'react'

/** The key that pressed the button before may still be held, and nobody has read what came since. */
export function ignoreHeldKey(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault()
}
