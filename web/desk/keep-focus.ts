/** Gives a field the focus once what had it is gone, but takes it from nobody who has gone on to another part of the page. */
export function keepFocus(field: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === body || field?.closest('section')?.contains(activeElement)) field?.focus()
}
