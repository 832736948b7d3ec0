import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { createProjectStore } from '../../server/store/create-project-store.ts'
import { openSqlite } from '../../server/store/sqlite/open-sqlite.ts'
import { eventually } from '../../server/testing/server-process.ts'
import { createClock, WITH_MOVED_CLOCK } from '../harness/clock.ts'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { createGuide } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

const HOUR = 3600_000
/** More than the retry loop takes at once, so that they could fill the head of its queue. */
const POISONED = 20
const OTHERS = 20
/** Longer than any back-off, so that each step is an attempt. */
const STEP_MS = 7 * HOUR
const MOST_STEPS = 40

/** Records whose e-mail cannot be made. They are given up in the end, and are in nobody's way until then. */
export const poison: Fault = {
  rows: 'F05',
  name: `${POISONED} records of which no e-mail can be made, at the head of the queue: the others are sent, these given up after 72 hours`,
  async run() {
    await using stage = await createStage()
    const sink = await startSmtpSink(stage, false)
    const guide = await createGuide(stage, sink.env, { entry: WITH_MOVED_CLOCK })
    const clock = createClock(stage)
    await guide.start()
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const failures: string[] = []
    const forgotten = createVisitors(createOracle())
    for (let made = 0; made < POISONED; made++) await forgotten.tryOnce(guide.origin, newId())
    const path = (guide.env.DATABASE_URL ?? '').slice('sqlite:'.length)
    spoil(path)
    const ids = Array.from({ length: OTHERS }, newId)
    for (const id of ids) await visitors.tryOnce(guide.origin, id)

    await sink.open()
    await eventually(async () => sink.arrived.length >= OTHERS, 30_000).catch(() =>
      failures.push(`${sink.arrived.length} of ${OTHERS} got past the poisoned ones`),
    )
    const store = createProjectStore(openSqlite(path, clock.now))
    for (let step = 0; step < MOST_STEPS && (await store.counts()).dead < POISONED; step++) {
      clock.move(STEP_MS)
      await pause(1200)
    }
    const { dead, due } = await store.counts()
    await store.close()
    if (dead !== POISONED || due > 0) failures.push(`${dead} were given up, and ${due} are still due`)
    if (!guide.isRunning()) failures.push('the server ended')
    for (const id of ids) await visitors.tryOnce(guide.origin, id)
    removeSpoiled(path)
    return await measured({
      oracle,
      visitors,
      env: guide.env,
      arrived: () => sink.arrived,
      runs: POISONED,
      failures,
    })
  },
}

/** What was kept beside the answers is no JSON any more. */
function spoil(path: string) {
  const database = new DatabaseSync(path)
  database.exec("update deliveries set unknown = '{'")
  database.close()
}

/** The oracle knows nothing of them. */
function removeSpoiled(path: string) {
  const database = new DatabaseSync(path)
  database.exec('pragma foreign_keys = off')
  database.exec("delete from projects where id in (select projectId from deliveries where unknown = '{')")
  database.close()
}
