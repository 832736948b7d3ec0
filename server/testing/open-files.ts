import { closeSync, openSync } from 'node:fs'

/** The lowest free file descriptor. It grows when files are left open. */
export function nextDescriptor(): number {
  const descriptor = openSync(import.meta.filename, 'r')
  closeSync(descriptor)
  return descriptor
}
