import pLimit from 'p-limit'
import { newDocumentDatabase } from '../documents/document-database.ts'
import type { Fault } from '../harness/fault.ts'
import { startServer } from '../harness/server.ts'
import { newIds } from '../harness/visitors.ts'
import { addWebhook } from '../harness/webhook-sink.ts'

const VISITORS = 4
/** A server that has just started is slower. */
const WARM_UP = 50
const MAX_SLOWDOWN = 1.5
/** As many documents as the outbox sends at once. */
const STUCK = 8

export const hangingChannels: Fault = {
  rows: 'F83',
  name: `a webhook and the documents of the outbox hang, and submissions take at most ${MAX_SLOWDOWN} times as long`,
  async run(trial) {
    const { visitors, failures } = trial
    const { documents, connect } = await newDocumentDatabase(trial)
    const { proxy, env } = await connect()
    const server = await startServer(trial, { env: { ...env, WEBHOOK_ALLOW_PRIVATE: 'on' } })
    const sink = await addWebhook(trial, server.env)
    const count = trial.count(1000, 100)
    const submitMany = async (length: number) => {
      const attempts = await pLimit(VISITORS).map(newIds(length), (id) => visitors.submit(server.origin, id))
      const failed = attempts.filter(({ outcome }) => outcome !== 'success').length
      if (failed > 0) failures.push(`${failed} of ${length} visitors saw no success`)
      return attempts.map(({ ms }) => ms)
    }
    await submitMany(WARM_UP)
    const before = median(await submitMany(count))

    const stuck = newIds(STUCK)
    proxy.onRequest = (chunk) => (stuck.some((id) => chunk.includes(id)) ? null : chunk)
    sink.refuse = () => {}
    for (const { outcome } of await Promise.all(stuck.map((id) => visitors.submit(server.origin, id))))
      if (outcome !== 'failure') failures.push(`without a document a visitor saw ${outcome}`)
    const during = median(await submitMany(count))
    const wait = `half of the visitors waited ${during.toFixed(1)} ms instead of ${before.toFixed(1)} ms`
    if (during > MAX_SLOWDOWN * before) failures.push(wait)
    trial.notes.push(wait)

    proxy.repair()
    sink.refuse = null
    await Promise.all(stuck.map((id) => visitors.submitUntilSaved(() => server.origin, id)))
    return trial.verify({ ...server, documents }, { runs: count })
  },
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
