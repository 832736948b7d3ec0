import { copyFileSync, rmSync } from 'node:fs'
import { isDrained, withDatabase } from '../harness/database.ts'
import type { Fault } from '../harness/fault.ts'
import { startServer } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { answersOf, newIds } from '../harness/visitors.ts'
import { addWebhook, webhookVerdict } from '../harness/webhook-sink.ts'

const DRAIN_MS = 90_000

export const oldBackup: Fault = {
  rows: 'F84 F72',
  name: 'a copy of the database from before the messages were sent is started without --hold: the same ones are sent again',
  async run(trial) {
    const { visitors, failures } = trial
    const mail = await startSmtpSink(trial)
    const server = await startServer(trial, { mail, env: { WEBHOOK_ALLOW_PRIVATE: 'on' } })
    const sink = await addWebhook(trial, server.env)
    const ids = newIds(trial.count(200))
    const change = (id: string) => visitors.submit(server.origin, id, answersOf(id, { city: 'Newtown' }))
    // Half of the copy's emails are updates.
    for (const id of ids.slice(ids.length >> 1)) await visitors.submit(server.origin, id)
    await mail.close()
    sink.refuse = (response) => response.writeHead(503).end()
    for (const id of ids.slice(0, ids.length >> 1)) await visitors.submit(server.origin, id)
    for (const id of ids) await change(id)
    await server.end('SIGTERM')
    const copy = `${server.database}.copy`
    copyFileSync(server.database, copy)

    await mail.open()
    sink.refuse = null
    const sendAll = async () => {
      await server.start()
      if (!(await withDatabase(server.env, (opened) => isDrained(opened, DRAIN_MS))))
        failures.push('messages were still due')
    }
    await sendAll()
    const [{ length: emails }, { length: messages }] = [mail.received, sink.accepted]
    await server.end('SIGTERM')
    for (const end of ['', '-wal', '-shm']) rmSync(`${server.database}${end}`, { force: true })
    copyFileSync(copy, server.database)
    await sendAll()
    if (mail.received.length < emails + ids.length || sink.accepted.length === messages)
      failures.push('not every message was sent again, so this proves nothing')
    for (const id of ids) await change(id)
    const { lost, duplicated, swapped, copies } = webhookVerdict(sink.accepted, ids)
    if (swapped > 0) failures.push(`${swapped} changes arrived before their project`)
    trial.notes.push(`${copies} copies of webhook messages`)
    const result = await trial.verify(server, { runs: ids.length, mayCopy: true })
    return { ...result, lost: result.lost + lost, duplicated: result.duplicated + duplicated }
  },
}
