import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { noSource } from '../../../questionnaire/source.ts'
import { testDesk } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { eventually } from '../../testing/server-process.ts'

const INFO = 30

/** A desk whose export never ends by itself. */
async function setUp(t: TestContext) {
  const opened = await testDesk(t)
  const { app, desk, signIn } = opened
  let isClosed = false
  t.mock.method(desk.inbox, 'projects', async function* () {
    try {
      while (true) yield { id: sampleId(), createdAt: new Date(), answers: sampleAnswers(), source: noSource }
    } finally {
      isClosed = true
    }
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { cookie: await signIn() }
  return {
    ...opened,
    isClosed: () => isClosed,
    read: (signal: AbortSignal | null = null) =>
      fetch(`${address}/api/desk/projects.csv`, { headers, signal }),
  }
}

it('an export stops when its reader disconnects', async (t) => {
  const { read, isClosed } = await setUp(t)
  const reader = new AbortController()
  const answer = await read(reader.signal)
  await pause(300)
  assert.equal(isClosed(), false)
  reader.abort()
  await eventually(async () => isClosed())
  await assert.rejects(answer.text())
})

it('an export stops when its session ends, and that is not logged as an error', async (t) => {
  const { read, isClosed, ask, lines } = await setUp(t)
  const answer = await read()
  assert.equal(answer.status, 200)
  await pause(300)
  assert.equal(isClosed(), false)
  await ask('DELETE', 'session')
  await eventually(async () => isClosed())
  await assert.rejects(answer.text())
  const line = lines.find((one) => one.includes('An export was interrupted')) ?? ''
  assert.match(line, /session/)
  assert.equal(JSON.parse(line).level, INFO)
})

it('an export stops when its owner becomes a specialist', async (t) => {
  const { read, isClosed, staff } = await setUp(t)
  const answer = await read()
  await staff.people.changeRole('grace@kitchens.example', 'owner', 'ada@kitchens.example')
  await staff.people.changeRole('ada@kitchens.example', 'specialist', 'grace@kitchens.example')
  await eventually(async () => isClosed())
  await assert.rejects(answer.text())
})

it('a person has ten exports a minute, and asking whether one is left does not count', async (t) => {
  const { ask, staff } = await testDesk(t)
  for (let time = 0; time < 30; time++) assert.equal((await ask('HEAD', 'projects.csv')).statusCode, 204)
  assert.equal((await ask('HEAD', 'projects.csv?status=Nothing')).statusCode, 400)
  assert.equal((await staff.audit.list()).filter(({ what }) => what === 'exported').length, 0)
  let exports = 0
  while (exports < 20 && (await ask('GET', 'projects.csv')).statusCode === 200) exports += 1
  // On a slow machine the limit refills during the test.
  assert.ok(exports >= 10 && exports < 20, String(exports))
  const refused = await ask('HEAD', 'projects.csv')
  assert.equal(refused.statusCode, 429)
  assert.equal(refused.headers['retry-after'], '60')
})

it('a filter with an invalid value is answered with 400', async (t) => {
  const { ask } = await testDesk(t)
  for (const path of ['projects', 'projects.csv', 'funnel'])
    assert.equal((await ask('GET', `${path}?status=Nope`)).statusCode, 400, path)
})
