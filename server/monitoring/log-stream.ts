import type { DestinationStream } from 'pino'
import { hasCode } from '../lib/errors.ts'

/** Gives a slow reader of a pipe a moment to catch up. A reader that never reads must not delay visitors. */
const TRIES = 10
const PAUSE_MS = 5

/**
 * A stream for pino that drops lines it cannot write. When the disk is full, pino's own stream would block the server
 * forever.
 */
export function createLogStream(write: (bytes: Buffer) => number): DestinationStream {
  // The last line was only partly written, so the next one starts with a line break.
  let isCut = false
  // The last line could not be written at all, so the next one does not wait.
  let isStuck = false

  return {
    write(line) {
      const bytes = Buffer.from(isCut ? `\n${line}` : line)
      let rest = bytes
      for (let tries = 0; rest.length > 0 && tries < TRIES; tries++) {
        try {
          rest = rest.subarray(write(rest))
        } catch (error) {
          if (isStuck || !hasCode(error, 'EAGAIN')) break
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
        }
      }
      isStuck = rest.length === bytes.length
      if (!isStuck) isCut = rest.length > 0
    },
  }
}
