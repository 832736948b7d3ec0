import assert from 'node:assert/strict'
import { it } from 'node:test'
import { plainHttpWarning } from './plain-http-warning.ts'

it('a server that other machines reach without a proxy is warned of, and no other', () => {
  const isWarned = (host: string, ...trustProxy: readonly string[]) =>
    plainHttpWarning({ host, trustProxy }) !== null
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'kitchens.example']) {
    assert.equal(isWarned(host), true, host)
    assert.equal(isWarned(host, '10.0.0.0/8'), false, host)
  }
  for (const host of ['127.0.0.1', '127.1.2.3', '::ffff:127.0.0.1', '::1', 'localhost'])
    assert.equal(isWarned(host), false, host)
})
