import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createClock, FAKE_CLOCK } from '../harness/clock.ts'
import { isDrainedLater } from '../harness/database.ts'
import type { Fault } from '../harness/fault.ts'
import { memoryOf, startServer } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { newIds } from '../harness/visitors.ts'

const MINUTE = 60_000
const VISITORS = 10
const MEMORY_LIMIT = 400_000_000
/** The share of later projects that may be sent before an earlier one. */
const OVERTAKEN_LIMIT = 0.01

export const mailOutage: Fault = {
  rows: 'F71',
  name: 'no mail server for an hour, then everything is sent',
  async run(trial) {
    const { visitors, failures } = trial
    const mail = await startSmtpSink(trial, false)
    const moveClock = createClock(trial)
    const server = await startServer(trial, { mail, flags: ['--import', FAKE_CLOCK] })
    const ids = newIds(trial.count(10_000))
    const submitAll = () => pLimit(VISITORS).map(ids, (id) => visitors.submit(server.origin, id))
    for (const { outcome } of await submitAll())
      if (outcome !== 'failure') failures.push(`without a mail server a visitor saw ${outcome}`)
    let memory = 0
    const measureMemory = async () => {
      memory = Math.max(memory, await memoryOf(server))
    }
    for (let minute = 0; minute < 60; minute++) {
      moveClock(MINUTE)
      await measureMemory()
      await pause(50)
    }

    await mail.open()
    const opened = performance.now()
    if (!(await isDrainedLater(server.env, moveClock))) failures.push('the outbox did not send everything')
    const seconds = (performance.now() - opened) / 1000
    await measureMemory()
    if (memory > MEMORY_LIMIT) failures.push(`memory grew to ${Math.round(memory / 1e6)} MB`)
    // Every visitor returns and sees the success.
    await submitAll()
    const overtaken = mostOvertaken(mail.received.map(({ projectId }) => ids.indexOf(projectId)))
    if (overtaken > Math.max(VISITORS * 4, ids.length * OVERTAKEN_LIMIT))
      failures.push(`an email was overtaken by ${overtaken} later ones`)
    trial.notes.push(
      `sent in ${seconds.toFixed(1)} s; none was overtaken by more than ${overtaken} later ones; memory at most ${Math.round(memory / 1e6)} MB`,
    )
    return trial.verify(server, { runs: ids.length })
  },
}

/** How many places the worst email is behind the order in which the projects were saved. */
function mostOvertaken(places: readonly number[]): number {
  return places.reduce((worst, place, index) => Math.max(worst, index - place), 0)
}
