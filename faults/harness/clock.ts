import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sandbox } from './sandbox.ts'

/** The option for Node that gives a server the clock of its sandbox. */
export const WITH_CLOCK = ['--import', fileURLToPath(new URL('fake-clock.ts', import.meta.url))]

/** A clock that can be moved while the server runs, so that hours pass in a moment. */
export function createClock(sandbox: Sandbox) {
  const file = join(sandbox.directory, 'clock-offset')
  let offset = 0
  function move(ms: number) {
    offset += ms
    writeFileSync(`${file}.new`, String(offset))
    renameSync(`${file}.new`, file)
  }
  move(0)
  return { move }
}
