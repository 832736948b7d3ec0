import type { KeyboardEvent } from 'react'

/** Ignores a key that is still held from pressing the button before. */
export function ignoreHeldKey(event: KeyboardEvent) {
  if (event.repeat && PRESSING.includes(event.key)) event.preventDefault()
}

/** Other keys, such as Tab, may repeat. */
const PRESSING = ['Enter', ' ']
