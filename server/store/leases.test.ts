import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { it } from 'node:test'
import { LEASE_MS } from './delivery.ts'
import { createLeases, isFromEndedProcess } from './leases.ts'

it('a lease given later takes none away that was given before, however long the server runs', (t) => {
  t.mock.method(performance, 'now', () => 10 * LEASE_MS)
  const leases = createLeases()
  const tokens = [leases.give(), leases.give(), leases.give()]
  for (const token of tokens)
    assert.deepEqual([leases.isInUse(token), leases.isUnclaimed(token)], [true, false])
  leases.end(tokens[0] ?? '')
  assert.deepEqual(tokens.map(leases.isInUse), [false, true, true])
  assert.deepEqual(tokens.map(leases.isUnclaimed), [true, false, false])
})

it('a lease that has run out is nobody’s, and is forgotten when the next one is given', (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const leases = createLeases()
  const token = leases.give()
  now = LEASE_MS - 1
  assert.ok(leases.isInUse(token))
  now = LEASE_MS
  assert.deepEqual([leases.isInUse(token), leases.isUnclaimed(token)], [false, false])
  leases.give()
  assert.equal(leases.isUnclaimed(token), true)
})

it('a process has ended when its number is nobody’s, or somebody else’s; of another machine nobody knows', () => {
  assert.equal(isFromEndedProcess(createLeases().give()), false)
  assert.equal(isFromEndedProcess(`${hostname()}/${process.pid}/anotherstart/1/1`), true)
  // No system gives such a number.
  assert.equal(isFromEndedProcess(`${hostname()}/999999999/anotherstart/1/1`), true)
  assert.equal(isFromEndedProcess(`not-${hostname()}/999999999/anotherstart/1/1`), false)
})

it('a process of somebody else, which may not be asked, has not ended', (t) => {
  t.mock.method(process, 'kill', () => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })
  assert.equal(isFromEndedProcess(`${hostname()}/1/anotherstart/1/1`), false)
})
