import type { OutgoingHttpHeaders } from 'node:http'
import fc from 'fast-check'
import type { Fault } from '../harness/fault.ts'
import { call } from '../harness/http-call.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { createGuide } from '../harness/server.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import { answersOf, createVisitors, newId } from '../harness/visitor.ts'

const LIMIT = 5
const AT_ONCE = 16
const MOST_TOLD = 10
/** An address that is none. */
const NO_WAY = new Set([400, 404, 405])
const NAMES = [
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
/** On one line, or on two. */
const told = fc.oneof(address, fc.array(address, { minLength: 2, maxLength: 2 }))
const claims = fc.dictionary(fc.constantFrom(...NAMES), told, { minKeys: 1, maxKeys: 3 })
const others = fc.constantFrom<OutgoingHttpHeaders>(
  {},
  { host: 'LOCALHOST.' },
  { 'x-http-method-override': 'GET' },
)
const right = fc.constantFrom<(path: string) => string>(
  (path) => path,
  (path) => `${path}?a=b`,
  (path) => path.replace('projects', 'project%73'),
)
const wrong = fc.constantFrom<(path: string) => string>(
  (path) => path.replace('/projects', '//projects'),
  (path) => path.replace('api', 'API'),
  (path) => `${path};a=b`,
  (path) => `${path}/`,
)
const detour = fc.oneof(
  right.map((take) => ({ take, isWay: true })),
  wrong.map((take) => ({ take, isWay: false })),
)
/** Who claims to be somebody else each time, or to ask for something else. */
const disguise = fc.record({ claims, others, detour })

const pathOf = (id: string) => `/api/projects/${id}`

const put = (origin: string, headers: OutgoingHttpHeaders, id = newId(), path = pathOf(id)) =>
  call(`${origin}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(answersOf(id)),
  })

export const hostileLimit: Fault = {
  rows: '3.13',
  name: 'generated disguises of one client: the limit holds, and known projects and other clients are not hit',
  async run(count) {
    await using stage = await createStage()
    const { guide, arrived } = await guideOnFiles(stage, { RATE_LIMIT: String(LIMIT) })
    await guide.start()
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const failures: string[] = []
    const known = newId()
    await visitors.tryOnce(guide.origin, known)
    const runs = count('requests beyond the limit')
    const disguises = fc.sample(disguise, runs)
    const started = performance.now()
    let kept = 0
    const work = async () => {
      for (let one = disguises.pop(); one; one = disguises.pop()) {
        const id = newId()
        const headers = { ...one.claims, ...one.others }
        const path = one.detour.take(pathOf(id))
        const { status, headers: answered } = await put(guide.origin, headers, id, path)
        if (status === 201) {
          kept += 1
          oracle.asked(id, answersOf(id))
          oracle.told(id, 'success')
        } else if (!one.detour.isWay && NO_WAY.has(status)) continue
        else if (status !== 429 || answered['retry-after'] === undefined)
          failures.push(`${status} without Retry-After for ${path} ${JSON.stringify(headers)}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const minutes = (performance.now() - started) / 60_000
    if (kept === 0) failures.push('nothing got through')
    if (kept > LIMIT * (1 + minutes) + 1)
      failures.push(`${kept} got through in ${minutes.toFixed(2)} minutes`)
    const { told } = await visitors.tryOnce(guide.origin, known)
    if (told !== 'success') failures.push(`a known project was told of a ${told}`)
    await twoClients(stage, failures)
    return await measured({
      oracle,
      visitors,
      env: guide.env,
      arrived,
      runs,
      failures: failures.slice(0, MOST_TOLD),
      note: `${kept} new projects in ${(minutes * 60).toFixed(0)} s at ${LIMIT} a minute`,
    })
  },
}

/** Behind a proxy that is trusted, two clients have two shares. */
async function twoClients(stage: Stage, failures: string[]) {
  const settings = {
    RATE_LIMIT: String(LIMIT),
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: `sqlite:${stage.directory}/proxied.db`,
    MAIL_URL: `file:${stage.directory}/proxied`,
  }
  const proxied = await createGuide(stage, settings, { name: 'proxied' })
  await proxied.start()
  const from = (client: string) => put(proxied.origin, { 'x-forwarded-for': client })
  for (let time = 0; time < LIMIT; time++) await from('192.0.2.1')
  if ((await from('192.0.2.1')).status !== 429) failures.push('the first client is not limited')
  if ((await from('192.0.2.2')).status !== 201) failures.push('the second client pays for the first')
}
