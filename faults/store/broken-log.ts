import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '../harness/fault.ts'
import { startServer } from '../harness/server.ts'
import { newIds } from '../harness/visitors.ts'

const VISITORS = 20
/** Ten times what all of them take with a log that can be written. */
const LIMIT_MS = 1500

const logs: readonly {
  readonly name: string
  /** Called once the server has opened the pipe. */
  readonly breakPipe?: (path: string, reader: number) => void
}[] = [
  { name: 'is on a full disk' },
  { name: 'goes to a program that has ended', breakPipe: (_path, reader) => closeSync(reader) },
  { name: 'goes to a program that does not read', breakPipe: (path) => fillPipe(path) },
]

export const brokenLogs: readonly Fault[] = logs.map(({ name, breakPipe }) => ({
  rows: 'F11',
  name: `the log ${name}: visitors are served, and the server ends on request`,
  needs: () => (process.platform === 'linux' ? null : 'only Linux has such files'),
  async run(trial) {
    const { visitors, failures } = trial
    const logPath = breakPipe ? join(trial.directory, 'log') : '/dev/full'
    if (breakPipe) execFileSync('mkfifo', [logPath])
    const reader = openSync(logPath, constants.O_RDONLY | constants.O_NONBLOCK)
    const server = await startServer(trial, { logPath })
    breakPipe?.(logPath, reader)
    const attempts = await Promise.all(newIds(VISITORS).map((id) => visitors.submit(server.origin, id)))
    for (const { outcome, status, ms } of attempts)
      if (outcome !== 'success' || ms > LIMIT_MS)
        failures.push(`a visitor saw ${outcome} (${status}) after ${Math.round(ms)} ms`)
    const code = await server.end('SIGTERM')
    if (code !== 0) failures.push(`the server exited with ${code}`)
    return trial.verify(server, { runs: VISITORS })
  },
}))

function fillPipe(path: string) {
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    while (writeSync(writer, 'x') > 0);
  } catch {
    // The pipe is full.
  }
  closeSync(writer)
}
