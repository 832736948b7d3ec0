/** The contact that can be undone: a contact tapped by mistake, as long as nothing has happened since. */
export function contactToUndo<E extends { readonly kind?: unknown; readonly at?: unknown }>(
  last: E | undefined,
  before: E | undefined,
): E | null {
  if (last?.kind === 'contact') return last
  // The first contact also moves the status, at the same time.
  const isMovedByIt = last?.kind === 'status' && before?.kind === 'contact' && before.at === last.at
  return isMovedByIt ? before : null
}
