/** The contact that was the last thing to happen, if it was: a tap by mistake, which can be taken back. */
export function contactToTakeBack<E extends { readonly kind?: unknown; readonly at?: unknown }>(
  last: E | undefined,
  before: E | undefined,
): E | null {
  if (last?.kind === 'contact') return last
  // The first contact moves the status with it, at the same moment.
  const isMovedByIt = last?.kind === 'status' && before?.kind === 'contact' && before.at === last.at
  return isMovedByIt ? before : null
}
