import type { ComponentProps } from 'react'
import { useFocusHandedOn } from '../use-focus-handed-on.ts'

interface PassingButtonProps extends ComponentProps<'button'> {
  /** Where the focus goes when the button does; to the heading of the page unless told. */
  readonly next?: () => HTMLElement | null | undefined
}

/** A button that goes once it has done what it says. */
export function PassingButton({ next, ...button }: PassingButtonProps) {
  return <button {...button} type="button" ref={useFocusHandedOn<HTMLButtonElement>(next)} />
}
