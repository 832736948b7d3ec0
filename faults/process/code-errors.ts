import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Fault } from '../harness/fault.ts'
import { httpCall } from '../harness/http-call.ts'
import { type Server, startServer } from '../harness/server.ts'
import type { Trial } from '../harness/trial.ts'
import { answersOf, newId, newIds } from '../harness/visitors.ts'
import type { InjectedError } from './inject-error.ts'

const FLAGS = [
  '--import',
  fileURLToPath(new URL('inject-error.ts', import.meta.url)),
  '--max-old-space-size=64',
]
const VISITORS = 10
const BLOCK_MS = 10_000

/** Errors that end the server while visitors submit. An operator's supervisor starts it again. */
const fatal = [
  { rows: 'F06', name: 'an unhandled rejection ends the server', error: 'reject' },
  { rows: 'F06', name: 'an uncaught error ends the server', error: 'throw' },
  { rows: 'F04', name: 'a memory leak kills the server', error: 'leak' },
] as const

export const codeErrors: readonly Fault[] = [
  ...fatal.map(
    ({ rows, name, error }): Fault => ({
      rows,
      name: `${name}; the next one continues`,
      async run(trial) {
        const server = await startServer(trial, { flags: FLAGS })
        const runs = trial.count(50)
        let isOver = false
        const visit = async () => {
          while (!isOver) await trial.visitors.submitUntilSaved(() => server.origin, newId())
        }
        const visits = Promise.all(Array.from({ length: VISITORS }, visit))
        for (let run = 0; run < runs; run++) {
          await pause(500 + Math.random() * 500)
          inject(trial, server, error)
          await server.ended()
          await server.start()
        }
        isOver = true
        await visits
        trial.notes.push(
          `${trial.oracle.ids().length} submissions, ${trial.oracle.count('unknown')} without a response`,
        )
        return trial.verify(server, { runs })
      },
    }),
  ),
  {
    rows: 'F06',
    name: 'saving one submission throws: that visitor sees a failure, others are served',
    async run(trial) {
      const { visitors, failures } = trial
      const server = await startServer(trial, { flags: FLAGS })
      const id = newId()
      const answers = answersOf(id, { lastName: 'throw on this answer' })
      const failed = await visitors.submit(server.origin, id, answers)
      if (failed.outcome !== 'failure') failures.push(`the response to the error was ${failed.status}`)
      const next = await visitors.submit(server.origin, newId())
      if (next.outcome !== 'success') failures.push(`the next visitor saw ${next.outcome}`)
      if (!(await server.log()).includes('an injected error')) failures.push('the error is not in the log')
      await visitors.submitUntilSaved(() => server.origin, id)
      return trial.verify(server)
    },
  },
  {
    rows: 'F04',
    name: `the event loop is blocked for ${BLOCK_MS / 1000} s: unhealthy during it, all served after it`,
    async run(trial) {
      const { visitors, failures } = trial
      const server = await startServer(trial, { flags: FLAGS })
      await visitors.submit(server.origin, newId())
      inject(trial, server, `block ${BLOCK_MS}`)
      await pause(200)
      const ids = newIds(VISITORS)
      const attempts = Promise.all(ids.map((id) => visitors.submit(server.origin, id)))
      const health = await httpCall(`${server.origin}/healthz`, {
        keepAlive: false,
        timeoutMs: BLOCK_MS / 2,
      })
      if (health.status !== 0) failures.push('a blocked server reported to be healthy')
      await attempts
      await Promise.all(ids.map((id) => visitors.submitUntilSaved(() => server.origin, id)))
      return trial.verify(server)
    },
  },
]

function inject(trial: Trial, server: Server, error: InjectedError) {
  writeFileSync(join(trial.directory, 'inject-error'), error)
  process.kill(server.pid(), 'SIGUSR2')
}
