import assert from 'node:assert/strict'
import { it } from 'node:test'
import { UNATTENDED } from '../../desk/api.ts'

it('who has not touched the page for five minutes is not kept signed in by what it asks', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const page = new EventTarget()
  Object.assign(globalThis, { addEventListener: page.addEventListener.bind(page) })
  const fetch = t.mock.method(globalThis, 'fetch', async () => Response.json({}))
  // It listens as soon as it is there.
  const { callApi } = await import('./call-api.ts')
  const isUnattended = async () => {
    await callApi('session')
    return new Headers(fetch.mock.calls.at(-1)?.arguments[1]?.headers).has(UNATTENDED)
  }

  for (const sign of ['pointerdown', 'keydown', 'wheel']) {
    now += 5 * 60_000
    assert.equal(await isUnattended(), false)
    now += 1
    assert.equal(await isUnattended(), true)
    page.dispatchEvent(new Event(sign))
    assert.equal(await isUnattended(), false)
  }
})
