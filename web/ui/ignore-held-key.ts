import type { KeyboardEvent } from 'react'

/** Ignores the repeats of a key that is still held down from pressing the button before this one. */
export function ignoreHeldKey(event: KeyboardEvent) {
  if (event.repeat && PRESSING.includes(event.key)) event.preventDefault()
}

/** Other keys, such as Tab, may repeat. */
const PRESSING = ['Enter', ' ']
