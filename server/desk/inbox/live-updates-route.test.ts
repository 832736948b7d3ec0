import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { PASSWORD, testDesk } from '../../testing/desk.ts'
import { eventually } from '../../testing/server-process.ts'
import { hashPassword } from '../auth/passwords.ts'

it('a hundred windows get live updates until the server closes, and one more gets 429', async (t) => {
  const { app, desk } = await testDesk(t)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const password = await hashPassword(PASSWORD)
  const signIn = async (email: string) => {
    await desk.people.choosePassword((await desk.people.add('Kay', email)) ?? '', email, password)
    return `desk=${await desk.sessions.begin({ email, password })}`
  }
  const open = (cookie: string) => fetch(`${address}/api/desk/changes`, { headers: { cookie } })

  const windows: Response[] = []
  for (const person of [1, 2, 3, 4, 5]) {
    const cookie = await signIn(`kay-${person}@kitchens.example`)
    windows.push(...(await Promise.all(Array.from({ length: 20 }, () => open(cookie)))))
  }
  assert.deepEqual(new Set(windows.map(({ status }) => status)), new Set([200]))
  // Or a proxy of a common kind would pass them on late.
  assert.equal(windows[0]?.headers.get('x-accel-buffering'), 'no')
  const next = await open(await signIn('kay-6@kitchens.example'))
  assert.deepEqual([next.status, next.headers.get('retry-after')], [429, '60'])
  await app.close()
  const heard = await Promise.all(windows.map((window) => window.text()))
  assert.ok(heard.every((text) => text.startsWith('retry: 3000\n\n')))
  assert.equal(desk.liveUpdates.size(), 0)
})

it('a stream survives a failed look-up of its session, and ends with its window', async (t) => {
  const { app, desk, lines, signIn } = await testDesk(t)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { body } = await fetch(`${address}/api/desk/changes`, { headers: { cookie: await signIn() } })
  const find = t.mock.method(desk.sessions, 'find', async () => {
    throw new Error('down')
  })
  await eventually(async () => find.mock.callCount() > 1)
  assert.ok(lines.some((line) => line.includes('A session could not be looked up')))
  assert.equal(desk.liveUpdates.size(), 1)
  await body?.cancel()
  await eventually(async () => desk.liveUpdates.size() === 0)
  const looks = find.mock.callCount()
  await pause(300)
  assert.equal(find.mock.callCount(), looks)
})
