import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { it } from 'node:test'
import { afterClaim, createDelivery, LEASE_MS } from './delivery.ts'
import { createLeases, isFromEndedProcess, type Lease } from './leases.ts'

const now = new Date()

/** A delivery claimed under a new lease of these leases. */
const claim = (leases: ReturnType<typeof createLeases>) =>
  leases.withLease(async ({ token }) => afterClaim(createDelivery('x', '{}', now), token, now))

const isBeingSent = (leases: ReturnType<typeof createLeases>, delivery: Awaited<ReturnType<typeof claim>>) =>
  leases.withLease(async (other: Lease) => other.conflictsWith(delivery, now))

it('a delivery is busy until its lease is released, or LEASE_MS has passed', async (t) => {
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

it('a lease of another store counts by the time in the delivery', async () => {
  const [leases, elsewhere] = [createLeases(), createLeases()]
  const delivery = await claim(elsewhere)
  assert.equal(await isBeingSent(leases, delivery), true)
  assert.equal(await isBeingSent(leases, { ...delivery, nextAttemptAt: now }), false)
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
