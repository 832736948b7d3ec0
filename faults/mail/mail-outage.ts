import { setTimeout as pause } from 'node:timers/promises'
import { createProjectStore } from '../../server/store/create-project-store.ts'
import { openSqlite } from '../../server/store/sqlite/open-sqlite.ts'
import { eventually } from '../../server/testing/server-process.ts'
import { createClock, WITH_MOVED_CLOCK } from '../harness/clock.ts'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { createGuide, memoryOf } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

const MINUTE = 60_000
const VISITORS = 10
const MOST_BYTES = 400_000_000
/** A share: while the operator's command goes through them all, those that were due anyway go ahead. */
const MOST_OVERTAKEN = 0.01

/** The mail service is away for an hour while projects come in; then everything is sent, once. */
export const mailOutage: Fault = {
  rows: 'F71',
  name: 'no mail service for an hour (a minute a step), then all is sent',
  async run(count) {
    await using stage = await createStage()
    const sink = await startSmtpSink(stage, false)
    const guide = await createGuide(stage, sink.env, { entry: WITH_MOVED_CLOCK })
    const clock = createClock(stage)
    await guide.start()
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const ids = Array.from({ length: count('projects in an outage') }, newId)
    const failures: string[] = []
    let most = 0

    const waiting = ids.toReversed()
    const visit = async () => {
      for (let id = waiting.pop(); id; id = waiting.pop()) {
        const { told } = await visitors.tryOnce(guide.origin, id)
        if (told !== 'failure') failures.push(`without a mail service a visitor was told of a ${told}`)
      }
    }
    await Promise.all(Array.from({ length: VISITORS }, visit))
    for (let minute = 0; minute < 60; minute++) {
      clock.move(MINUTE)
      most = Math.max(most, await memoryOf(guide))
      await pause(50)
    }

    await sink.open()
    // The operator's machine has the same clock.
    const path = (guide.env.DATABASE_URL ?? '').slice('sqlite:'.length)
    const store = createProjectStore(openSqlite(path, clock.now))
    await store.retry('all')
    const askedAt = performance.now()
    await eventually(async () => (await store.counts()).due === 0, 10 * MINUTE).catch(() =>
      failures.push('the loop did not send it all'),
    )
    await store.close()
    const drained = performance.now() - askedAt
    most = Math.max(most, await memoryOf(guide))
    if (most > MOST_BYTES) failures.push(`memory grew to ${Math.round(most / 1e6)} MB`)
    // Every visitor comes back and learns that it was saved all along.
    const back = [...ids]
    const comeBack = async () => {
      for (let id = back.pop(); id; id = back.pop()) await visitors.tryOnce(guide.origin, id)
    }
    await Promise.all(Array.from({ length: VISITORS }, comeBack))
    const order = outOfOrder(sink.arrived.map(({ projectId }) => ids.indexOf(projectId)))
    if (order > Math.max(VISITORS * 4, ids.length * MOST_OVERTAKEN))
      failures.push(`an e-mail was overtaken by ${order} that were saved later`)
    return await measured({
      oracle,
      visitors,
      env: guide.env,
      arrived: () => sink.arrived,
      runs: ids.length,
      failures,
      note: `sent in ${(drained / 1000).toFixed(1)} s, none overtaken by more than ${order} that were saved later, memory at most ${Math.round(most / 1e6)} MB`,
    })
  },
}

/** How far the worst one is behind the place it was saved at. */
function outOfOrder(places: readonly number[]): number {
  return places.reduce((worst, place, index) => Math.max(worst, index - place), 0)
}
