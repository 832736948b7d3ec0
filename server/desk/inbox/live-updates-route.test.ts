import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { query } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'
import { inHours, testDesk } from '../../testing/desk.ts'
import { eventually } from '../../testing/server-process.ts'
import type { TestOptions } from '../../testing/test-app.ts'

async function setUp(t: TestContext, options: TestOptions = {}) {
  const opened = await testDesk(t, options)
  const address = await opened.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...opened,
    open: (cookie: string) => fetch(`${address}/api/desk/changes`, { headers: { cookie } }),
  }
}

it('a stream sends changes and heartbeats until its person signs out, and does not prolong the session', async (t) => {
  const { write, open, signIn, submit, ask, desk } = await setUp(t)
  const cookie = await signIn()
  const hourAgo = inHours(-1).toISOString()
  await write(sql`update desk_sessions set seen_at = ${hourAgo}`)
  const answer = await open(cookie)
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('x-accel-buffering'), 'no')
  assert.ok(answer.headers.get('content-security-policy'))
  let received = ''
  const reading = (async () => {
    for await (const bytes of answer.body ?? []) received += new TextDecoder().decode(bytes)
  })()
  await eventually(async () => received.includes(':\n\n'))
  assert.deepEqual(
    await desk.db.all(query(sql`select 1 from desk_sessions where seen_at <> ${hourAgo}`, {})),
    [],
  )
  const id = await submit()
  await eventually(async () => received.includes(`data: ${id}\n\n`))
  assert.equal(desk.liveUpdates.size(), 1)
  await ask('DELETE', 'session')
  await reading
  assert.equal(desk.liveUpdates.size(), 0)
})

it('a server has a hundred streams and ends them when it closes; the next one gets 429', async (t) => {
  const { app, staff, desk, open } = await setUp(t)
  const password = 'hash'
  const signIn = async (email: string) => {
    await staff.people.choosePassword(
      (await staff.people.add({ name: 'Kay', email: email })) ?? '',
      email,
      password,
    )
    return `desk=${await staff.sessions.begin({ email, password })}`
  }
  const streams: Response[] = []
  for (const person of [1, 2, 3, 4, 5]) {
    const cookie = await signIn(`kay-${person}@kitchens.example`)
    streams.push(...(await Promise.all(Array.from({ length: 20 }, () => open(cookie)))))
  }
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]))
  const next = await open(await signIn('kay-6@kitchens.example'))
  assert.deepEqual([next.status, next.headers.get('retry-after')], [429, '60'])
  await app.close()
  const received = await Promise.all(streams.map((stream) => stream.text()))
  assert.ok(received.every((text) => text.startsWith('retry: 3000\n\n')))
  assert.equal(desk.liveUpdates.size(), 0)
})

it('a person has at most twenty streams, and closed ones do not count', async (t) => {
  const { open, signIn } = await setUp(t)
  const cookies = [...Array<string>(21).fill(await signIn()), await signIn('grace@kitchens.example')]
  const answers: Response[] = []
  for (const cookie of cookies) answers.push(await open(cookie))
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual([...new Set(statuses.slice(0, 20)), ...statuses.slice(20)], [200, 429, 200])
  await Promise.all(answers.map(({ body }) => body?.cancel()))
  await eventually(async () => {
    const { status, body } = await open(cookies[0] ?? '')
    await body?.cancel()
    return status === 200
  })
})

it('a stream survives while its session cannot be checked, and stops checking when it is closed', async (t) => {
  const { staff, desk, lines, signIn, open } = await setUp(t)
  const { body } = await open(await signIn())
  const find = t.mock.method(staff.sessions, 'find', async () => {
    throw new Error('down')
  })
  await eventually(async () => find.mock.callCount() > 1)
  assert.ok(lines.some((line) => line.includes('A session could not be checked')))
  assert.equal(desk.liveUpdates.size(), 1)
  await body?.cancel()
  await eventually(async () => desk.liveUpdates.size() === 0)
  const lookups = find.mock.callCount()
  await pause(300)
  assert.equal(find.mock.callCount(), lookups)
})

it('a stream that is opened while the server closes does not keep it open', async (t) => {
  const { app, staff, signIn, open } = await setUp(t)
  const cookie = await signIn()
  const { find } = staff.sessions
  const asked = Promise.withResolvers<void>()
  const proceed = Promise.withResolvers<void>()
  t.mock.method(staff.sessions, 'find', async (...given: Parameters<typeof find>) => {
    asked.resolve()
    await proceed.promise
    return find(...given)
  })
  const answering = open(cookie)
  await asked.promise
  const closed = app.close()
  await eventually(async () => !app.server.listening)
  proceed.resolve()
  const answer = await answering
  await answer.body?.cancel()
  assert.equal(answer.status, 503)
  await closed
})
