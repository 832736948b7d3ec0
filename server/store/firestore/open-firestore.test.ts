import assert from 'node:assert/strict'
import { access, readFile } from 'node:fs/promises'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { startRetryLoop } from '../../projects/retry-loop.ts'
import { startHttp } from '../../testing/http.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { submission } from '../../testing/stores.ts'
import { testApp } from '../../testing/test-app.ts'
import { createProjectStore } from '../create-project-store.ts'
import { openFirestore } from './open-firestore.ts'

const placeAt = (origin: string) => ({ projectId: 'guide', emulatorHost: new URL(origin).host })
const openAt = (origin: string) => createProjectStore(openFirestore(placeAt(origin)))

it('an unreachable Firestore fails at once', async () => {
  const started = performance.now()
  await assert.rejects(openAt('http://127.0.0.1:1').save(submission()))
  assert.ok(performance.now() - started < 5000)
})

it('a Firestore that does not answer fails after 10 s', async (t) => {
  const origin = await startHttp(t, () => {})
  const started = performance.now()
  await assert.rejects(openAt(origin).save(submission()))
  const took = performance.now() - started
  assert.ok(took > 9000 && took < 14_000, `took ${took}`)
})

it('due and stuck deliveries go by the clock of Firestore', async (t) => {
  const HOUR = 3600_000
  const times: number[] = []
  const origin = await startHttp(t, async (request, response) => {
    const asked = await Array.fromAsync(request)
    for (const [, time = ''] of String(Buffer.concat(asked)).matchAll(/"timestampValue":"(20[^"]+)"/g))
      times.push(Date.parse(time) - Date.now())
    response.end(JSON.stringify([{ readTime: new Date(Date.now() + 5 * HOUR).toISOString() }]))
  })
  const store = openAt(origin)
  await store.claimDue(1)
  await store.claimDue(1)
  await store.counts()
  // Its time comes with the first answer.
  const inHours = times.slice(1).map((ms) => Math.round(ms / HOUR))
  assert.deepEqual(inHours, [5, 4])
})

/** A server that refuses and counts every request. */
async function refusing(t: TestContext) {
  const refused = { times: 0 }
  const origin = await startHttp(t, (_request, response) => {
    refused.times += 1
    response
      .writeHead(403, { 'content-type': 'application/json' })
      .end('{"error":{"code":403,"status": "PERMISSION_DENIED"}}')
  })
  return { origin, refused }
}

it('a refusal is reported with its status, and is not retried', async (t) => {
  const { origin, refused } = await refusing(t)
  await assert.rejects(openAt(origin).save(submission()), /403 PERMISSION_DENIED/)
  assert.equal(refused.times, 1)
})

it('refused credentials fail submissions, alert the operator, and slow down the retry loop', async (t) => {
  const { origin, refused } = await refusing(t)
  const driver = openFirestore(placeAt(origin))
  const { put, services, sentAlerts } = await testApp(t, { driver })
  for (let visitor = 0; visitor < 3; visitor++)
    assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 503)
  assert.deepEqual(sentAlerts, ['store', 'store', 'store'])
  const loop = startRetryLoop(services)
  await pause(1500)
  await loop.stop()
  // One by each visitor, and a few by the loop.
  assert.ok(refused.times > 3 && refused.times < 6, `${refused.times} times`)
})

it('firebase.json names the files of rules and indexes', async () => {
  const { firestore } = JSON.parse(await readFile('firebase.json', 'utf8'))
  assert.deepEqual(Object.keys(firestore), ['rules', 'indexes'])
  for (const file of Object.values(firestore)) await access(String(file))
})
