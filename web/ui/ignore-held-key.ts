import type { KeyboardEvent } from 'react'

/** The key that pressed the button before may still be held, and nobody has read what came since. */
export function ignoreHeldKey(event: KeyboardEvent) {
  if (event.repeat && PRESSING.includes(event.key)) event.preventDefault()
}

/** All others may be held, such as Tab. */
const PRESSING = ['Enter', ' ']
