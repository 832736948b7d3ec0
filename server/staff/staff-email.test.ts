import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readEmail } from '../testing/read-email.ts'
import { tameMailer } from '../testing/tame-mailer.ts'
import { testApp } from '../testing/test-app.ts'
import { emailStaff } from './staff-email.ts'

const ADA = 'ada@küchen.example'
const email = { subject: 'A new sign-in', text: 'From Firefox on Linux.' }

it('a notice reaches one member of staff, and each is another message', async (t) => {
  const { services, emails } = await testApp(t)
  assert.equal(await emailStaff(ADA, email, services), true)
  assert.equal(await emailStaff(ADA, email, services), true)
  const sent = (await emails()).map((message) => readEmail(message))
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('to')),
    ['ada@xn--kchen-kva.example', 'ada@xn--kchen-kva.example'],
  )
})

it('a mailer that cannot, or fails, is no error, and the log has no address', async (t) => {
  const { mailer } = tameMailer()
  const { services, lines } = await testApp(t, { mailer })
  assert.equal(await emailStaff(ADA, email, services), false)
  const sendNotice = async () => {
    throw new Error('550 <ada@küchen.example> is unknown')
  }
  assert.equal(await emailStaff(ADA, email, { ...services, mailer: { ...mailer, sendNotice } }), false)
  assert.match(lines.join(''), /550/)
  assert.doesNotMatch(lines.join(''), /ada/)
})
