import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../server/testing/server-process.ts'
import { createClock, WITH_CLOCK } from '../harness/clock.ts'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { startServer } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { withStore } from '../harness/store.ts'
import { createVisitors, newIds } from '../harness/visitors.ts'

/** More than the retry loop claims at once, so they could block the head of the queue. */
const POISONED = 20
const OTHERS = 20
/** Longer than any back-off, so each step is one attempt. */
const STEP_MS = 7 * 3600_000
const MAX_STEPS = 40

export const poisonRecords: Fault = {
  rows: 'F05',
  name: `${POISONED} records whose e-mail cannot be built, at the head of the queue: the others are sent, these are given up after 72 hours`,
  async run(trial) {
    const { visitors, failures } = trial
    const mail = await startSmtpSink(trial, false)
    const clock = createClock(trial)
    const server = await startServer(trial, { mail, flags: WITH_CLOCK })
    // The oracle does not know these.
    const poisoned = createVisitors(createOracle())
    for (const id of newIds(POISONED)) await poisoned.submit(server.origin, id)
    execute(server.database, "update deliveries set unknown = '{'")
    const ids = newIds(OTHERS)
    for (const id of ids) await visitors.submit(server.origin, id)

    await mail.open()
    await eventually(async () => mail.received.length >= OTHERS, 30_000).catch(() =>
      failures.push(`${mail.received.length} of ${OTHERS} got past the poisoned records`),
    )
    const counts = await withStore(server.env, async (store) => {
      for (let step = 0; step < MAX_STEPS && (await store.counts()).dead < POISONED; step++) {
        clock.move(STEP_MS)
        await pause(1200)
      }
      return store.counts()
    })
    if (counts.dead !== POISONED || counts.due > 0)
      failures.push(`${counts.dead} were given up, ${counts.due} are still due`)
    if (!server.isRunning()) failures.push('the server ended')
    for (const id of ids) await visitors.submit(server.origin, id)
    execute(
      server.database,
      "pragma foreign_keys = off; delete from projects where id in (select projectId from deliveries where unknown = '{')",
    )
    return trial.verify(server, { runs: POISONED })
  },
}

function execute(path: string, sql: string) {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}
