import { closeSync, openSync } from 'node:fs'

/** The number that the next file gets: the lowest that is free. It grows where files stay open. */
export function nextDescriptor(): number {
  const descriptor = openSync(import.meta.filename, 'r')
  closeSync(descriptor)
  return descriptor
}
