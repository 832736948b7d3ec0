import type { FormEvent } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * The browser shows the messages. These handlers set `aria-invalid` on the control, or on its group of radios, when the
 * browser rejects it, and reset it once it is valid. It starts as false, because Chromium by itself reports every empty
 * dropdown and radio as invalid.
 */
export const nativeCheck = {
  'aria-invalid': false,
  onInvalid: ({ currentTarget }: FormEvent<Control>) =>
    ariaTarget(currentTarget).setAttribute('aria-invalid', 'true'),
  onInput: ({ currentTarget }: FormEvent<Control>) => {
    if (currentTarget.validity.valid) ariaTarget(currentTarget).setAttribute('aria-invalid', 'false')
  },
}

const ariaTarget = (control: Control) =>
  control.type === 'radio' ? (control.closest('[role=radiogroup]') ?? control) : control
