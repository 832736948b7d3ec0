import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { it } from 'node:test'
import { createLeases, isFromEndedProcess } from './leases.ts'

it('a lease given later takes none away that was given before', () => {
  const leases = createLeases()
  const tokens = [leases.give(), leases.give(), leases.give()]
  for (const token of tokens) assert.deepEqual([leases.isHeld(token), leases.isLost(token)], [true, false])
  leases.end(tokens[0] ?? '')
  assert.deepEqual(tokens.map(leases.isHeld), [false, true, true])
  assert.deepEqual(tokens.map(leases.isLost), [true, false, false])
})

it('a process has ended when its number is nobody’s, or somebody else’s; of another machine nobody knows', () => {
  assert.equal(isFromEndedProcess(createLeases().give()), false)
  assert.equal(isFromEndedProcess(`${hostname()}/${process.pid}/anotherstart/1/1`), true)
  // No system gives such a number.
  assert.equal(isFromEndedProcess(`${hostname()}/999999999/anotherstart/1/1`), true)
  assert.equal(isFromEndedProcess(`not-${hostname()}/999999999/anotherstart/1/1`), false)
})
