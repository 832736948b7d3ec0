import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { rendererOf } from '../testing/render.ts'

it('a cut list of unsent messages says so', async () => {
  const listOf = async (length: number) => {
    const unsent = { channel: 'document', state: 'dead', attempts: 1, queuedAt: '2026-01-02T10:00:00Z' }
    const messages = Array.from({ length }, (_, id) => ({ ...unsent, id }))
    const screen = await rendererOf('deliveries/deliveries.tsx', 'Deliveries', {
      data: [['/deliveries', 'messages', messages]],
    })
    return screen({})
  }
  assert.doesNotMatch(await listOf(MAX_UNSENT - 1), /At least/)
  assert.match(await listOf(MAX_UNSENT), /At least 500 messages have not been sent. These are the oldest/)
})
