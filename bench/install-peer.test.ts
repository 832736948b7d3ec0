import assert from 'node:assert/strict'
import { test } from 'node:test'
import { npmError } from './install-peer.ts'

test('the reason why npm failed is found in its output', () => {
  const output = `npm warn Unknown user config "x".
npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:1/react failed, reason: connect ECONNREFUSED 127.0.0.1:1
npm error     at ClientRequest.<anonymous>
npm error A complete log of this run can be found in: /somewhere
`
  assert.equal(
    npmError(output),
    'FetchError: request to http://127.0.0.1:1/react failed, reason: connect ECONNREFUSED 127.0.0.1:1',
  )
  assert.equal(npmError(''), undefined)
})
