import type { DestinationStream } from 'pino'
import { hasCode } from '../lib/errors.ts'

/** Whoever reads a pipe may be behind for a moment; who never reads must not hold up visitors. */
const TRIES = 10
const PAUSE_MS = 5

/**
 * Writes lines to where `write` puts bytes. A log that cannot be written loses lines and costs nothing else:
 * pino's own stream, when the disk is full, waits for room without an end, and so does the whole server.
 */
export function logLines(write: (bytes: Buffer) => number): DestinationStream {
  // Half a line is there, so the next one begins anew.
  let isCut = false
  // Of the last line nothing was taken, so the next one does not wait: else each would hold up visitors anew.
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
