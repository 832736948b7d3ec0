import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { onEveryDatabase } from '../testing/desk.ts'
import { submission } from '../testing/outbox.ts'
import { readEmail } from '../testing/read-email.ts'
import { eventually } from '../testing/server-process.ts'
import { tameMailer } from '../testing/tame-mailer.ts'
import { testApp } from '../testing/test-app.ts'
import { OPERATOR, releaseProject } from './release-project.ts'
import { saveProject } from './save-project.ts'
import { ABOVE_LIMIT } from './suspicion.ts'
import { createSuspiciousDigest } from './suspicious-digest.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 12, minute))
const suspicious = (suspicion = 'Not submitted through our website') => ({ ...submission(), suspicion })
const aboveLimit = () => suspicious(`${ABOVE_LIMIT}60 projects in an hour`)

it('suspicious projects are reported together, at most once an hour and only while there are new ones', async (t) => {
  const { services, emails } = await testApp(t, { config: { siteUrl: 'https://kitchens.example' } })
  await services.staff.people.add({ name: 'Ada', email: 'ada@kitchens.example' })
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
  assert.equal(headers.get('subject'), '3 suspicious projects to review at the desk')
  assert.match(text, /Release or erase them: https:\/\/kitchens\.example\/desk\/suspicious$/m)
  assert.doesNotMatch(email, /Homeowner|Springfield|jane/)

  await report(at(61))
  assert.equal((await emails()).length, 2)
  await releaseProject(last.id, OPERATOR, services)
  await report(at(122))
  assert.equal((await emails()).length, 2)
  const next = suspicious()
  await saveProject(next, services)
  await report(at(123))
  assert.equal((await emails()).length, 3)
  await releaseProject(next.id, OPERATOR, services)
  await saveProject(suspicious(), services)
  await report(at(184))
  assert.equal((await emails()).length, 4)
})

await onEveryDatabase('the digest', {
  async 'the first project above a limit is reported within the hour, and every digest counts them'(opened) {
    const sent: { name: string; counted: string | undefined }[] = []
    const sendNotice = async ({ name, text }: { name: string; text: string }) => {
      sent.push({
        name,
        counted: /Of these, (\d+) only exceeded an hourly limit\./.exec(text)?.[1],
      })
      return ''
    }
    const services = { ...opened.services, mailer: { ...tameMailer().mailer, sendNotice } }
    const report = createSuspiciousDigest(services)
    for (const [minute, project] of [
      [0, suspicious()],
      [1, aboveLimit()],
      [2, aboveLimit()],
      [61, suspicious()],
    ] as const) {
      await saveProject(project, services)
      await report(at(minute))
    }
    assert.deepEqual(sent, [
      { name: 'suspicious-2026-11-15T12', counted: undefined },
      { name: 'suspicious-2026-11-15T12-limit', counted: '1' },
      { name: 'suspicious-2026-11-15T13-limit', counted: '2' },
    ])
  },
})

it('two reports do not overlap', async (t) => {
  const { mailer } = tameMailer()
  const slow = Promise.withResolvers<string>()
  const send = t.mock.fn(() => slow.promise)
  const { services } = await testApp(t, { mailer: { ...mailer, sendNotice: send } })
  await saveProject(suspicious(), services)
  const report = createSuspiciousDigest(services)
  const first = report(at(0))
  await eventually(async () => send.mock.callCount() > 0)
  const second = report(at(1))
  // Long enough for the second one to reach the mailer.
  await pause(200)
  slow.resolve('')
  await Promise.all([first, second])
  assert.equal(send.mock.callCount(), 1)
})

it('a digest that could not be sent is sent with the next attempt', async (t) => {
  const { mailer } = tameMailer()
  const sent: string[] = []
  let isDown = true
  const sendNotice = async ({ subject }: { subject: string }) => {
    if (isDown) throw new Error('down')
    sent.push(subject)
    return ''
  }
  const { services } = await testApp(t, { mailer: { ...mailer, sendNotice } })
  await saveProject(suspicious(), services)
  const report = createSuspiciousDigest(services)
  await report(at(0))
  isDown = false
  await report(at(1))
  assert.deepEqual(sent, ['1 suspicious project to review'])
})

it('a mailer without plain messages is replaced by alerts, which have a subject each', async (t) => {
  const { services, sentAlerts } = await testApp(t, { mailer: tameMailer().mailer })
  const report = createSuspiciousDigest(services)
  for (const project of [suspicious(), aboveLimit()]) {
    await saveProject(project, services)
    await report(at(0))
  }
  assert.deepEqual(sentAlerts, ['suspicious projects', 'suspicious projects above a limit'])
})
