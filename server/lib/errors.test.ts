import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { it } from 'node:test'
import { freePort } from '../testing/server-process.ts'
import { describeError } from './errors.ts'

it('the message of a mail server becomes one short line without email addresses', () => {
  const reply = `550 <ada@x.example>\r\n\u001b[31m"lost",\u2028\u0000\u202e'grace@x.example' unknown`
  assert.equal(describeError(new Error(reply)), `550 <[address]> [31m"lost", '[address]' unknown`)
  assert.equal(describeError(reply), describeError(new Error(reply)))
  assert.equal(describeError(`${'x'.repeat(299)} ada@x.example`), `${'x'.repeat(299)} `)
  assert.equal(describeError(new Error('x'.repeat(5000))).length, 300)
  assert.equal(describeError(`${'x'.repeat(299)}😀`), 'x'.repeat(299))
  assert.equal(
    describeError('554 =?Q?project_Zoë_Al?= from Austin, also', "Zoë Al O'Neil Austin"),
    '554 =?Q?project_[name]_[name]?= from [name], also',
  )
})

it('an encoded subject is hidden, even if it is cut', () => {
  const subject =
    '=?UTF-8?Q?Major_kitchen_project_=C2=B7_Zo=C3=AB_Lov?=\r\n =?UTF-8?Q?elace-M=C3=BCller=2C_Saint_Paul?='
  const hidden = 'Zoë Lovelace-Müller Saint Paul'
  assert.equal(describeError(`554 spam: "${subject}"`, hidden), '554 spam: "[words] [words]"')
  assert.equal(describeError(`554 spam: ${subject.slice(0, 50)}`, hidden), '554 spam: [words]')
  assert.equal(describeError('554 spam: Zo=C3=AB_Lovelace?= id=AB12', hidden), '554 spam: [words] id=AB12')
})

it('the code and the cause of an error are included once', () => {
  const cause = new Error('connect ECONNREFUSED')
  assert.equal(describeError(new Error('fetch failed', { cause })), 'fetch failed (connect ECONNREFUSED)')
  assert.equal(describeError(Object.assign(new Error('no'), { code: 'EAUTH' })), 'EAUTH: no')
  assert.equal(describeError(Object.assign(new Error('EAUTH: no'), { code: 'EAUTH' })), 'EAUTH: no')
  assert.equal(describeError(new TypeError()), 'TypeError')
})

it('for a host with two addresses, such as localhost, both errors are included', async () => {
  const port = await freePort()
  const addresses = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]
  const error = await new Promise((resolve) => {
    const socket = connect({
      port,
      host: 'database',
      lookup: (_name, _options, callback) => callback(null, addresses),
    })
    socket.once('error', resolve)
  })
  const bothErrors = new RegExp(`connect E[A-Z]+ ::1:${port}.*; connect ECONNREFUSED 127\\.0\\.0\\.1:${port}`)
  assert.match(describeError(error), bothErrors)
  assert.match(describeError(new Error('fetch failed', { cause: error })), bothErrors)
})
