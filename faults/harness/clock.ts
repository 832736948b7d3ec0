import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Stage } from './stage.ts'

/** The server whose store has the clock of its stage. */
export const WITH_MOVED_CLOCK = fileURLToPath(new URL('server-with-clock.ts', import.meta.url))

/** A clock that can be moved while the server runs: hours of waiting pass in a moment. */
export function createClock(stage: Stage) {
  let ahead = 0
  function move(ms: number) {
    ahead += ms
    writeFileSync(join(stage.directory, 'ahead.new'), String(ahead))
    renameSync(join(stage.directory, 'ahead.new'), join(stage.directory, 'ahead'))
  }
  move(0)
  return { move, now: () => new Date(Date.now() + ahead) }
}
