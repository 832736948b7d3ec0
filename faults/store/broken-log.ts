import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

const VISITORS = 20
/** With a log that can be written they all take a tenth of it. */
const LONGEST_MS = 1500

/** Nothing can be written to it; `begun` is called once the server has it. */
interface Log {
  readonly path: string
  readonly begun: () => void
}

const brokenLog = (name: string, log: (stage: Stage) => Log): Fault => ({
  rows: 'F11',
  name: `the log ${name}: visitors are served as ever, and it ends when it is asked to`,
  needs: () => (process.platform === 'linux' ? null : 'only Linux has such files'),
  async run() {
    await using stage = await createStage()
    const { path, begun } = log(stage)
    const { guide, arrived } = await guideOnFiles(stage, {}, { logPath: path })
    await guide.start()
    begun()
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const tried = await Promise.all(
      Array.from({ length: VISITORS }, () => visitors.tryOnce(guide.origin, newId())),
    )
    const failures = tried
      .filter(({ told, ms }) => told !== 'success' || ms > LONGEST_MS)
      .map(({ told, status, ms }) => `a visitor was told of a ${told} (${status}) after ${Math.round(ms)} ms`)
    const code = await guide.end('SIGTERM')
    if (code !== 0) failures.push(`it ended with ${code}`)
    return await measured({ oracle, visitors, env: guide.env, arrived, runs: VISITORS, failures })
  },
})

export const brokenLogs: readonly Fault[] = [
  brokenLog('is on a full disk', () => ({ path: '/dev/full', begun() {} })),
  brokenLog('goes to a program that has ended', (stage) => {
    const { path, reader } = pipe(stage)
    return { path, begun: () => closeSync(reader) }
  }),
  brokenLog('goes to a program that does not read', (stage) => {
    const { path, reader } = pipe(stage)
    stage.after(() => closeSync(reader))
    return { path, begun: () => fill(path) }
  }),
]

/** A pipe with a reader that reads nothing. */
function pipe(stage: Stage) {
  const path = join(stage.directory, 'log')
  execFileSync('mkfifo', [path])
  return { path, reader: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) }
}

function fill(path: string) {
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    while (writeSync(writer, 'x') > 0);
  } catch {
    // Not one byte more.
  }
  closeSync(writer)
}
