import type { FormEvent } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * The messages are the browser's own. These handlers only tell assistive technology which control, or
 * which group of radios, the browser has found wanting, and take it back once it is mended. At first none is said to
 * be: Chromium by itself calls each empty dropdown and radio wrong as soon as it is there.
 */
export const nativeCheck = {
  'aria-invalid': false,
  onInvalid: ({ currentTarget }: FormEvent<Control>) =>
    blamed(currentTarget).setAttribute('aria-invalid', 'true'),
  onInput: ({ currentTarget }: FormEvent<Control>) => {
    if (currentTarget.validity.valid) blamed(currentTarget).setAttribute('aria-invalid', 'false')
  },
}

const blamed = (control: Control) =>
  control.type === 'radio' ? (control.closest('[role=radiogroup]') ?? control) : control
