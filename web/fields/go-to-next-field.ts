import type { KeyboardEvent } from 'react'

/**
 * The key of a phone that says 'next' goes to the next field. Some phones send Enter for it, which would try the
 * form half filled in, and find every field below wanting. Beside a mouse, Enter is Next as in every form.
 */
export function goToNextField(event: KeyboardEvent<HTMLInputElement>) {
  // Not `key`: the Enter that ends a composition has that too.
  if (event.keyCode !== ENTER || !matchMedia('(pointer: coarse)').matches) return
  const controls = Array.from(
    event.currentTarget.form?.querySelectorAll<HTMLElement>(':is(input, select, textarea):enabled') ?? [],
  )
  const next = controls[controls.indexOf(event.currentTarget) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const ENTER = 13
