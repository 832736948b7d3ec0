import type { KeyboardEvent } from 'react'

/**
 * In Safari arrow keys choose a radio without scrolling to it and without `:focus-visible`. Focusing it again does both;
 * in other browsers this does nothing.
 */
export function showArrowFocus({ key, currentTarget: radio }: KeyboardEvent<HTMLInputElement>) {
  if (!key.startsWith('Arrow') || radio.matches(':focus-visible')) return
  radio.blur()
  radio.focus()
}
