import pLimit from 'p-limit'
import { eventually } from '../../server/testing/server-process.ts'
import { exportProjects, withDatabase } from '../harness/database.ts'
import type { Fault } from '../harness/fault.ts'
import { httpCall } from '../harness/http-call.ts'
import { startServer } from '../harness/server.ts'
import { answersOf, newIds, PAGE_HEADERS } from '../harness/visitors.ts'

const CEILING = 60
/** The ceiling lets one more project through each minute. */
const REFILLED = 5
const CONNECTIONS = 64
const DIGEST_LIMIT_MS = 120_000

export const spamFlood: Fault = {
  rows: '3.12',
  name: 'a flood of projects from as many networks: all stored and answered with success, one digest',
  async run(trial) {
    const { failures } = trial
    const env = { PROJECTS_PER_HOUR: String(CEILING), TRUST_PROXY: '127.0.0.1' }
    const server = await startServer(trial, { env })
    const ids = newIds(trial.count(10_000))
    const responses = await pLimit(CONNECTIONS).map(ids, (id, index) =>
      httpCall(`${server.origin}/api/projects/${id}`, {
        method: 'PUT',
        headers: { ...PAGE_HEADERS, 'x-forwarded-for': `10.${index >> 8}.${index & 255}.1` },
        body: JSON.stringify(answersOf(id)),
      }),
    )
    const refused = responses.filter(({ status, body }) => status !== 201 || body !== '{}').length
    if (refused > 0) failures.push(`${refused} visitors saw a failure`)

    const digests = async () => (await server.emails()).filter(({ projectId }) => projectId === '')
    await eventually(async () => (await digests()).length > 0, DIGEST_LIMIT_MS).catch(() => {})
    const { length: digestCount } = await digests()
    const singles = (await server.emails()).length - digestCount
    if (digestCount !== 1) failures.push(`${digestCount} digests`)
    if (singles > CEILING + REFILLED) failures.push(`${singles} single e-mails`)
    trial.notes.push(`${singles} single e-mails`)

    const stored = (await withDatabase(server.env, exportProjects)).map(({ id = '' }) => id)
    const lost = new Set(ids).difference(new Set(stored)).size
    return trial.result(ids.length, { lost, doubled: stored.length - new Set(stored).size })
  },
}
