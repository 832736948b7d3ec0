import type { OutgoingHttpHeaders } from 'node:http'
import fc from 'fast-check'
import pLimit from 'p-limit'
import type { Fault } from '../harness/fault.ts'
import { httpCall } from '../harness/http-call.ts'
import { startServer } from '../harness/server.ts'
import type { Trial } from '../harness/trial.ts'
import { answersOf, newId } from '../harness/visitors.ts'

const LIMIT = 5
const CONNECTIONS = 16
const ADDRESS_HEADERS = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'true-client-ip',
  'cf-connecting-ip',
  'x-client-ip',
]

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((ip) => `::ffff:${ip}`),
  fc.tuple(fc.ipV4(), fc.ipV4()).map((both) => both.join(', ')),
  fc.constantFrom('127.0.0.1', 'localhost', '', '-', 'for=1.2.3.4;proto=https'),
)
/** In one header line or in two. */
const addresses = fc.oneof(address, fc.array(address, { minLength: 2, maxLength: 2 }))
const disguise = fc.record({
  claimed: fc.dictionary(fc.constantFrom(...ADDRESS_HEADERS), addresses, { minKeys: 1, maxKeys: 3 }),
  other: fc.constantFrom<OutgoingHttpHeaders>(
    {},
    { host: 'LOCALHOST.' },
    { 'x-http-method-override': 'GET' },
  ),
  path: fc.constantFrom<{ readonly change: (path: string) => string; readonly mayBeRefused?: true }>(
    { change: (path) => path },
    { change: (path) => `${path}?a=b` },
    { change: (path) => path.replace('projects', 'project%73') },
    { change: (path) => path.replace('/projects', '//projects'), mayBeRefused: true },
    { change: (path) => path.replace('api', 'API'), mayBeRefused: true },
    { change: (path) => `${path};a=b`, mayBeRefused: true },
    { change: (path) => `${path}/`, mayBeRefused: true },
  ),
})
const REFUSED = new Set([400, 404, 405])

const put = (url: string, id: string, headers: OutgoingHttpHeaders) =>
  httpCall(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(answersOf(id)),
  })

export const rateLimit: Fault = {
  rows: '3.13',
  name: 'one client in generated disguises: the limit holds, known projects and other clients are not affected',
  async run(trial) {
    const { visitors, oracle, failures } = trial
    const server = await startServer(trial, { env: { RATE_LIMIT: String(LIMIT) } })
    const known = newId()
    await visitors.submit(server.origin, known)
    const runs = trial.count(20_000)
    const started = performance.now()
    let passed = 0
    await pLimit(CONNECTIONS).map(fc.sample(disguise, runs), async ({ claimed, other, path }) => {
      const id = newId()
      const headers = { ...claimed, ...other }
      const address = path.change(`/api/projects/${id}`)
      const response = await put(`${server.origin}${address}`, id, headers)
      if (response.status === 201) {
        passed += 1
        oracle.submitted(id, answersOf(id))
        oracle.saw(id, 'success')
      } else if (path.mayBeRefused && REFUSED.has(response.status)) return
      else if (response.status !== 429 || response.headers['retry-after'] === undefined)
        failures.push(`${response.status} without Retry-After for ${address} ${JSON.stringify(headers)}`)
    })
    const minutes = (performance.now() - started) / 60_000
    if (passed === 0) failures.push('no request passed')
    if (passed > LIMIT * (1 + minutes) + 1)
      failures.push(`${passed} requests passed in ${minutes.toFixed(2)} minutes`)
    const { outcome } = await visitors.submit(server.origin, known)
    if (outcome !== 'success') failures.push(`a retry of a known project saw ${outcome}`)
    await testTrustedProxy(trial)
    trial.notes.push(`${passed} new projects in ${(minutes * 60).toFixed(0)} s at ${LIMIT} a minute`)
    return trial.verify(server, { runs })
  },
}

/** Behind a trusted proxy, two clients have a limit each. */
async function testTrustedProxy(trial: Trial) {
  const server = await startServer(trial, {
    name: 'proxied',
    env: {
      RATE_LIMIT: String(LIMIT),
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: `sqlite:${trial.directory}/proxied.db`,
      MAIL_URL: `file:${trial.directory}/proxied`,
    },
  })
  const submitFrom = (client: string, id = newId()) =>
    put(`${server.origin}/api/projects/${id}`, id, { 'x-forwarded-for': client })
  for (let time = 0; time < LIMIT; time++) await submitFrom('192.0.2.1')
  if ((await submitFrom('192.0.2.1')).status !== 429) trial.failures.push('the first client is not limited')
  if ((await submitFrom('192.0.2.2')).status !== 201) trial.failures.push('the second client is limited too')
}
