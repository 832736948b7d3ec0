import assert from 'node:assert/strict'
import { it } from 'node:test'
import { clientOf, createRateLimit } from './rate-limit.ts'

it('a client gets the configured number of requests per minute', () => {
  let now = 0
  const limit = createRateLimit(2, () => now)
  assert.deepEqual(
    [limit.take('a'), limit.take('a'), limit.take('a'), limit.take('b')],
    [true, true, false, true],
  )
  now += 30_000
  assert.deepEqual([limit.take('a'), limit.take('a')], [true, false])
  limit.refund('a')
  assert.deepEqual([limit.take('a'), limit.take('a')], [true, false])
})

it('unused requests do not accumulate beyond the limit', () => {
  let now = 0
  const limit = createRateLimit(2, () => now)
  const threeTakes = () => [limit.take('a'), limit.take('a'), limit.take('a')]
  assert.ok(limit.take('a'))
  now += 3600_000
  assert.deepEqual(threeTakes(), [true, true, false])
  for (let time = 0; time < 5; time++) limit.refund('a')
  assert.deepEqual(threeTakes(), [true, true, false])
})

it('asking whether a request is left does not use one', () => {
  let now = 0
  const limit = createRateLimit(1, () => now)
  assert.deepEqual(
    [limit.has('a'), limit.has('a'), limit.take('a'), limit.has('a')],
    [true, true, true, false],
  )
  now += 30_000
  assert.deepEqual([limit.has('a'), limit.take('a')], [false, false])
})

it('0 means no limit', () => {
  const limit = createRateLimit(0)
  assert.ok(limit.has('a'))
  assert.ok(Array.from({ length: 1000 }, () => limit.take('a')).every(Boolean))
})

it('an IPv6 /64 network counts as one client, and so do the two forms of an IPv4 address', () => {
  assert.equal(clientOf('2001:db8:1:2:aaaa::1'), clientOf('2001:0db8:1:2::ffff'))
  assert.notEqual(clientOf('2001:db8:1:2::1'), clientOf('2001:db8:1:3::1'))
  assert.notEqual(clientOf('2001:db8:1:2::1'), clientOf('2003:db8:1:2::1'))
  assert.equal(clientOf('2001:db8::1:2:3:4:5'), clientOf('2001:db8:0:1::9'))
  assert.equal(clientOf('fe80:0:0:0:1:2:3:4'), clientOf('fe80::1%eth0'))
  assert.equal(clientOf('::ffff:203.0.113.7'), clientOf('203.0.113.7'))
  assert.equal(clientOf('::FFFF:203.0.113.7'), clientOf('203.0.113.7'))
  assert.notEqual(clientOf('203.0.113.7'), clientOf('203.0.113.8'))
})

it('a port after the address does not make another client', () => {
  assert.equal(clientOf('203.0.113.7:1001'), clientOf('203.0.113.7'))
  assert.equal(clientOf('[2001:db8:1:2::1]:1001'), clientOf('2001:db8:1:2::2'))
  assert.equal(clientOf('[2001:db8:1:2::1]'), clientOf('2001:db8:1:2::2'))
})

it('a client that keeps sending requests stays limited', () => {
  const limit = createRateLimit(1, () => 0)
  assert.ok(limit.take('a'))
  for (let index = 0; index < 15_000; index++) {
    limit.take(`client ${index}`)
    if (index % 5000 === 0) assert.equal(limit.take('a'), false)
  }
  assert.equal(limit.take('a'), false)
})

it('a flood of addresses does not fill the memory: older clients are dropped', () => {
  const limit = createRateLimit(1, () => 0)
  assert.deepEqual([limit.take('a'), limit.take('a')], [true, false])
  for (let index = 0; index < 10_000; index++) limit.take(`client ${index}`)
  assert.ok(limit.take('a'))
})
