import assert from 'node:assert/strict'
import { it } from 'node:test'
import { submission } from '../testing/outbox.ts'
import { readEmail } from '../testing/read-email.ts'
import { eventually } from '../testing/server-process.ts'
import { tameMailer, testApp } from '../testing/test-app.ts'
import { OPERATOR, releaseProject } from './release-project.ts'
import { saveProject } from './save-project.ts'
import { createSuspiciousDigest } from './suspicious-digest.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 12, minute))
const suspicious = () => ({ ...submission(), suspicion: 'Not sent from our page' })

it('suspicious projects are reported together, at most once an hour and only while there are new ones', async (t) => {
  const { services, emails } = await testApp(t, { config: { siteUrl: 'https://kitchens.example' } })
  await services.desk.people.add({ name: 'Ada', email: 'ada@kitchens.example' })
  await eventually(async () => services.deskUrl() !== null)
  const report = createSuspiciousDigest(services)
  await report(at(0))
  assert.deepEqual(await emails(), [])
  for (let nth = 0; nth < 3; nth++) await saveProject(suspicious(), services)
  await report(at(1))
  const last = suspicious()
  await saveProject(last, services)
  for (const minute of [2, 60]) await report(at(minute))
  const [email = '', ...others] = await emails()
  assert.equal(others.length, 0)
  const { headers, text } = readEmail(email)
  assert.equal(headers.get('subject'), '3 suspicious projects wait at the desk')
  assert.match(text, /Release or delete them: https:\/\/kitchens\.example\/desk\/suspicious$/m)
  assert.doesNotMatch(email, /Homeowner|Springfield|jane/)

  await report(at(61))
  assert.equal((await emails()).length, 2)
  await releaseProject(last.id, OPERATOR, services)
  await report(at(122))
  assert.equal((await emails()).length, 2)
  await saveProject(suspicious(), services)
  await report(at(123))
  assert.equal((await emails()).length, 3)
})

it('a digest that could not be sent is sent with the next attempt', async (t) => {
  const { mailer } = tameMailer()
  const sent: string[] = []
  let isDown = true
  const sendNotice = async ({ subject }: { subject: string }) => {
    if (isDown) throw new Error('down')
    sent.push(subject)
  }
  const { services } = await testApp(t, { mailer: { ...mailer, sendNotice } })
  await saveProject(suspicious(), services)
  const report = createSuspiciousDigest(services)
  await report(at(0))
  isDown = false
  await report(at(1))
  assert.deepEqual(sent, ['1 suspicious project waits'])
})

it('a mailer without plain messages is replaced by an alert', async (t) => {
  const { services, sentAlerts } = await testApp(t, { mailer: tameMailer().mailer })
  await saveProject(suspicious(), services)
  await createSuspiciousDigest(services)(at(0))
  assert.deepEqual(sentAlerts, ['suspicious projects'])
})
