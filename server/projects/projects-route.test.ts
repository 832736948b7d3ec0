import assert from 'node:assert/strict'
import { it } from 'node:test'
import { answersFrom, MAX_ANSWER_LENGTH, sentAnswers } from '../../questionnaire/answers.ts'
import { fieldNamed } from '../../questionnaire/fields.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { noSource } from '../../questionnaire/source.ts'
import { SOURCE_HEADER } from '../../questionnaire/source-parameters.ts'
import { VERSION_HEADER } from '../../questionnaire/version.ts'
import { WRITE_KEY_HEADER } from '../../questionnaire/write-key.ts'
import { withDeadline } from '../lib/deadline.ts'
import { tablesWith, testDesk } from '../testing/desk.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { testApp } from '../testing/test-app.ts'
import { jsonLines, projectsSince } from './export-projects.ts'
import { countSuspicious } from './suspicious.ts'
import { hashOfWriteKey } from './write-key.ts'

for (const [title, letter] of Object.entries({ 'three bytes': '台', 'six bytes of JSON': '\u0001' })) {
  it(`the longest answers to all questions are accepted, in characters of ${title}`, async (t) => {
    const { put, projects } = await testApp(t)
    const sample = sampleAnswers()
    const answers = answersFrom((name) => {
      const field = fieldNamed(name)
      const isFree = field.kind === 'text' || field.kind === 'long text' || 'other' in field
      return isFree ? letter.repeat(MAX_ANSWER_LENGTH) : sample[name]
    })
    assert.equal((await put(sampleId(), answers)).statusCode, 201)
    assert.deepEqual((await projects())[0]?.answers, answers)
  })
}

it('the largest submission makes an email of about its size', async (t) => {
  const { put, emails } = await testApp(t)
  for (const letter of ['x', '&', 'ж', '台', '😀']) {
    const length = Math.min(MAX_ANSWER_LENGTH, Math.floor(800_000 / 77 / Buffer.byteLength(letter)))
    const long = letter.repeat(length / letter.length)
    const answers = answersFrom((name) => {
      const isAddress = ['email', 'phone'].includes(fieldNamed(name).kind)
      return isAddress ? sampleAnswers()[name] : long
    })
    const extra = Object.fromEntries(Array.from({ length: 50 }, (_, nth) => [`old${nth}`, long]))
    assert.equal(
      (await put(sampleId(), { ...answers, ...extra }, { [VERSION_HEADER]: 'older' })).statusCode,
      201,
    )
  }
  for (const email of await emails()) assert.ok(email.length < 1_000_000, `${email.length} bytes`)
})

it('a phone number reaches the desk, the email and the export, and without one nothing mentions it', async (t) => {
  const { put, emails, file, services } = await testDesk(t)
  for (const phone of ['', '(217) 555-0134']) {
    const id = sampleId()
    assert.equal((await put(id, sentAnswers(sampleAnswers({ phone })))).statusCode, 201)
    const email = (await emails()).find((one) => one.includes(id)) ?? ''
    const lines = await Array.fromAsync(jsonLines(projectsSince(services.db, new Date(0))))
    const shown = [JSON.stringify(await file(id)), email, lines.at(-1) ?? '']
    for (const text of shown) {
      assert.ok(text.includes(id))
      assert.equal(text.includes(phone || 'hone'), phone !== '', text)
    }
  }
})

it('the source of a visit is stored beside the answers, and is not in the log', async (t) => {
  const { app, put, projects, lines } = await testApp(t)
  const source = 'utm_source=google&utm_campaign=spring-kitchens&gclid=Cj0K'
  await app.inject({ url: `/?${source}` })
  assert.equal((await put(sampleId(), sampleAnswers(), { [SOURCE_HEADER]: source })).statusCode, 201)
  assert.deepEqual((await projects())[0]?.source, {
    ...noSource,
    utmSource: 'google',
    utmCampaign: 'spring-kitchens',
    clickId: 'gclid=Cj0K',
  })
  assert.equal(/google|spring|Cj0K/.test(lines.join('')), false)
})

it('a page with a wrong or no write key cannot replace answers, and no reader sees the key or its hash', async (t) => {
  const { put, projects, emails, ask, services, lines } = await testDesk(t)
  const id = sampleId()
  const key = 'k'.repeat(22)
  const [first, changed] = [sampleAnswers(), sampleAnswers({ streetAddress: '1 Stranger Lane' })]
  assert.equal((await put(id, first, { [WRITE_KEY_HEADER]: key })).statusCode, 201)
  for (const headers of [{}, { [WRITE_KEY_HEADER]: 'o'.repeat(22) }, { [WRITE_KEY_HEADER]: `${key}, x` }]) {
    const refused = await put(id, changed, headers)
    assert.deepEqual([refused.statusCode, refused.json().title], [409, 'Conflict'])
    assert.equal((await put(id, first, headers)).statusCode, 200)
  }
  assert.deepEqual((await projects())[0]?.answers, first)
  assert.equal((await put(id, changed, { [WRITE_KEY_HEADER]: key })).statusCode, 201)

  assert.deepEqual(await tablesWith(key, services.db), [])
  const hash = hashOfWriteKey(key)
  assert.deepEqual(await tablesWith(hash, services.db), ['projects'])
  const exported = await Array.fromAsync(jsonLines(projectsSince(services.db, new Date(0))))
  const details = await ask('GET', `projects/${id}`)
  const read = [...exported, ...(await emails()), ...lines, details.body].join('')
  assert.ok(read.includes('1 Stranger Lane') && !read.includes(hash) && !read.includes(key))
})

it('a flood above three times PROJECTS_PER_HOUR is stored and answered with success, and sends no individual emails', async (t) => {
  const { put, projects, emails, services } = await testApp(t, {
    settings: { projectsPerHour: 6 },
    config: { trustProxy: ['127.0.0.1'] },
  })
  const submitted = t.mock.method(services.desk.visitCounts, 'countSubmission')
  const flood = Array.from({ length: 30 }, (_, nth) => [sampleId(), `192.0.${nth}.1`] as const)
  const answers = await Promise.all(
    flood.map(([id, ip]) => put(id, sampleAnswers(), { 'x-forwarded-for': ip })),
  )
  assert.deepEqual(
    new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)),
    new Set(['201 {}']),
  )
  assert.equal((await projects()).length, 30)
  const sent = (await emails()).length
  assert.equal(sent, submitted.mock.callCount())
  assert.equal(sent, 18)
  assert.equal(await countSuspicious(services.db), 12)
  const again = await Promise.all(flood.map(([id]) => put(id, sampleAnswers())))
  assert.deepEqual(new Set(again.map(({ statusCode }) => statusCode)), new Set([200]))
})

it('retries and changed answers do not count against PROJECTS_PER_HOUR', async (t) => {
  const { put, services } = await testApp(t, { settings: { projectsPerHour: 12 } })
  const id = sampleId()
  for (const budget of ['little', 'little', 'little', 'more', 'most'])
    await put(id, sampleAnswers({ budget }))
  await put(sampleId(), sampleAnswers())
  assert.equal(await countSuspicious(services.db), 0)
})

it('a body that is larger than the longest answers is refused', async (t) => {
  const { app, put } = await testApp(t)
  const { bodyLimit = 0 } = app.initialConfig
  assert.equal((await put(sampleId(), { email: 'x'.repeat(bodyLimit) })).statusCode, 413)
})

it('new projects and edits of a client count against the rate limit, retries do not', async (t) => {
  const { put, services } = await testApp(t, { config: { rateLimit: 2, trustProxy: ['127.0.0.1'] } })
  const submitted = t.mock.method(services.desk.visitCounts, 'countSubmission')
  const id = sampleId()
  const older = { [VERSION_HEADER]: 'older', 'x-forwarded-for': '203.0.113.1' }
  const answers = (budget: string) => ({ ...sampleAnswers({ budget }), islandColour: 'blue' })
  // An invalid project does not count.
  assert.equal((await put(sampleId(), {}, older)).statusCode, 422)
  assert.equal((await put(id, answers('little'), older)).statusCode, 201)
  for (let retry = 0; retry < 3; retry++)
    assert.equal((await put(id, answers('little'), older)).statusCode, 200)
  assert.equal((await put(id, answers('more'), older)).statusCode, 201)
  const transactions = t.mock.method(services.db, 'transact')
  const limited = await put(id, answers('most'), older)
  assert.equal(limited.statusCode, 429)
  assert.ok(Number(limited.headers['retry-after']) > 0)
  assert.equal((await put(sampleId(), answers('more'), older)).statusCode, 429)
  assert.equal(transactions.mock.callCount(), 0)
  assert.equal((await put(id, answers('more'), older)).statusCode, 200)
  const other = { ...older, 'x-forwarded-for': '203.0.113.2' }
  assert.equal((await put(sampleId(), sampleAnswers(), other)).statusCode, 201)
  assert.equal(submitted.mock.callCount(), 2)
  t.mock.method(services.db, 'all', () => Promise.reject(new Error('The disk is gone')))
  assert.equal((await put(id, answers('more'), older)).statusCode, 429)
})

it('a failure after the deadline is logged and alerted like any other', async (t) => {
  const { put, services, lines, sentAlerts } = await testApp(t, { requestDeadlineMs: 20 })
  const disk = Promise.withResolvers<never>()
  t.mock.method(services.db, 'transact', () => disk.promise)
  const id = sampleId()
  assert.equal((await put(id, sampleAnswers())).statusCode, 504)
  assert.deepEqual(sentAlerts, [])
  disk.reject(new Error('The disk is full of ada@example.com'))
  await eventually(async () => sentAlerts.length > 0)
  assert.deepEqual(sentAlerts, ['store'])
  assert.equal(lines.filter((one) => one.includes('took too long')).length, 1)
  const [line = '', ...others] = lines.filter((one) => one.includes('The disk is full'))
  assert.equal(others.length, 0)
  assert.ok(line.includes('after its response') && !line.includes('ada@') && !line.includes(id))
})

it('a database that misses its own deadline is a failure, not a late response', async (t) => {
  const { put, services, lines } = await testApp(t)
  t.mock.method(services.db, 'transact', () => withDeadline(new Promise(() => {}), 1, 'PostgreSQL'))
  assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 503)
  const [line = '', ...others] = lines.filter((one) => one.includes('PostgreSQL took longer'))
  assert.equal(others.length, 0)
  assert.ok(line.includes('A submission failed"'))
})
