import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sandbox } from './sandbox.ts'

/** A module for Node's `--import` that makes a server use the clock of createClock. */
export const FAKE_CLOCK = fileURLToPath(new URL('fake-clock.ts', import.meta.url))

/** Returns a function that moves the server's clock while it runs, so that an hour passes in a moment. */
export function createClock({ directory }: Sandbox) {
  const file = join(directory, 'clock-offset')
  let offset = 0
  function move(ms: number) {
    offset += ms
    writeFileSync(`${file}.new`, String(offset))
    renameSync(`${file}.new`, file)
  }
  move(0)
  return move
}
