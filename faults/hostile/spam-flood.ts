import pLimit from 'p-limit'
import { eventually } from '../../server/testing/server-process.ts'
import { exportProjects, withDatabase } from '../harness/database.ts'
import type { Fault } from '../harness/fault.ts'
import { httpCall } from '../harness/http-call.ts'
import { startServer } from '../harness/server.ts'
import { answersOf, newIds, PAGE_HEADERS } from '../harness/visitors.ts'

const LIMIT = 18
/** Three times the limit, plus a few that get through during the flood. */
const MAX_INDIVIDUAL_EMAILS = 3 * LIMIT + 5
/** With a sixth of the limit from each network, the total exceeds it. */
const NETWORKS = 7
const CONNECTIONS = 64
const DIGEST_LIMIT_MS = 120_000

export const spamFlood: Fault = {
  rows: '3.12',
  name: 'a flood of spam from 7 networks and an honest visitor, then from as many networks: all stored and answered with success, one digest, and the email of the honest visitor arrives',
  async run(trial) {
    const { failures } = trial
    const env = { PROJECTS_PER_HOUR: String(LIMIT), TRUST_PROXY: '127.0.0.1' }
    const server = await startServer(trial, { env })
    // With fewer, the second half could be answered before the honest visitor.
    const ids = newIds(Math.max(1000, trial.count(10_000)))
    const honest = Math.floor(ids.length / 4)
    const addressOf = (index: number) => {
      if (index === honest) return '192.0.2.1'
      return index < ids.length / 2 ? `10.0.${index % NETWORKS}.1` : `10.${1 + (index >> 8)}.${index & 255}.1`
    }
    const responses = await pLimit(CONNECTIONS).map(ids, (id, index) =>
      httpCall(`${server.origin}/api/projects/${id}`, {
        method: 'PUT',
        headers: { ...PAGE_HEADERS, 'x-forwarded-for': addressOf(index) },
        body: JSON.stringify(answersOf(id)),
      }),
    )
    const refused = responses.filter(({ status, body }) => status !== 201 || body !== '{}').length
    if (refused > 0) failures.push(`${refused} visitors saw a failure`)

    const digests = async () => (await server.emails()).filter(({ projectId }) => projectId === '')
    await eventually(async () => (await digests()).length > 0, DIGEST_LIMIT_MS).catch(() => {})
    const { length: digestCount } = await digests()
    const individualEmails = (await server.emails()).filter(({ projectId }) => projectId !== '')
    if (digestCount !== 1) failures.push(`${digestCount} digests`)
    if (individualEmails.length > MAX_INDIVIDUAL_EMAILS)
      failures.push(`${individualEmails.length} individual emails`)
    if (!individualEmails.some(({ projectId }) => projectId === ids[honest]))
      failures.push('the honest visitor was held')
    trial.notes.push(`${individualEmails.length} individual emails`)

    const stored = (await withDatabase(server.env, exportProjects)).map(({ id = '' }) => id)
    const lost = new Set(ids).difference(new Set(stored)).size
    return trial.result(ids.length, { lost, duplicated: stored.length - new Set(stored).size })
  },
}
