import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { it } from 'node:test'
import { createLeases, isFromEndedProcess, type Lease } from './leases.ts'
import { afterClaim, createMessage, LEASE_MS } from './message.ts'

const now = new Date()
const message = createMessage(
  { id: 'msg_1', channel: 'specialist', projectId: 'x', event: 'project.created', detail: {} },
  now,
)

/** A message claimed under a new lease of these leases. */
const claim = (leases: ReturnType<typeof createLeases>) =>
  leases.withLease(async ({ token }) => afterClaim(message, token, now))

const isBeingSent = (leases: ReturnType<typeof createLeases>, claimed: typeof message) =>
  leases.withLease(async (other: Lease) => other.conflictsWith(claimed, now))

it('a message is busy until its lease is released, or LEASE_MS has passed', async (t) => {
  let passed = 0
  t.mock.method(performance, 'now', () => passed)
  const leases = createLeases()
  const [released, expired] = [await claim(leases), await claim(leases)]
  assert.deepEqual([await isBeingSent(leases, released), await isBeingSent(leases, expired)], [true, true])
  leases.release(released.leaseToken ?? '')
  passed = LEASE_MS - 1
  assert.deepEqual([await isBeingSent(leases, released), await isBeingSent(leases, expired)], [false, true])
  passed = LEASE_MS
  assert.equal(await isBeingSent(leases, expired), false)
})

it('a lease of another server counts by the time in the message', async () => {
  const [leases, elsewhere] = [createLeases(), createLeases()]
  const claimed = await claim(elsewhere)
  assert.equal(await isBeingSent(leases, claimed), true)
  assert.equal(await isBeingSent(leases, { ...claimed, nextAttemptAt: now }), false)
})

it('a process has ended if its id is free or reused; processes of another machine count as running', async () => {
  const token = await createLeases().withLease(async (own) => own.token)
  assert.equal(isFromEndedProcess(token), false)
  assert.equal(isFromEndedProcess(`${hostname()}/${process.pid}/anotherstart/1/1`), true)
  // No system has an id this high.
  assert.equal(isFromEndedProcess(`${hostname()}/999999999/anotherstart/1/1`), true)
  assert.equal(isFromEndedProcess(`not-${hostname()}/999999999/anotherstart/1/1`), false)
})

it('a process of another user counts as running', (t) => {
  t.mock.method(process, 'kill', () => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })
  assert.equal(isFromEndedProcess(`${hostname()}/1/anotherstart/1/1`), false)
})
