import type { DestinationStream } from 'pino'
import { hasCode } from '../lib/errors.ts'

/** A slow reader of a pipe gets a moment to catch up; one that never reads must not delay visitors. */
const TRIES = 10
const PAUSE_MS = 5

/**
 * A stream for pino that drops lines it cannot write. When the disk is full, pino's own stream waits forever, and the
 * whole server with it.
 */
export function createLogStream(write: (bytes: Buffer) => number): DestinationStream {
  // The last line was written in part, so the next one begins with a line break.
  let isCut = false
  // Nothing of the last line could be written, so the next one does not wait.
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
