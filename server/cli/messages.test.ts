import assert from 'node:assert/strict'
import { it } from 'node:test'
import { webhookEvents } from '../../desk/webhooks.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { indexStatements } from '../desk/inbox/project-index.ts'
import { createWebhooks } from '../desk/webhooks/webhooks.ts'
import { createProjectStore } from '../store/create-project-store.ts'
import { openProjectStore } from '../store/open-store.ts'
import { openSqlite } from '../store/sqlite/open-sqlite.ts'
import { command } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/test-app.ts'

const failure = { reason: 'down', permanent: false }

it('e-mails are listed, retried, held and marked as sent, also by an id that begins with a dash', async (t) => {
  const directory = await temporaryDirectory(t)
  const store = await openProjectStore(
    { driver: 'sqlite', path: `${directory}/data/projects.db` },
    { indexStatements },
  )
  t.after(() => store.close())
  const ids = ['--hold_AAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAAAA']
  for (const id of ids) {
    const { claim } = await store.save({ id, answers: sampleAnswers(), extraAnswers: {} })
    assert.equal(claim.kind, 'claimed')
    if (claim.kind === 'claimed') await store.markFailed(claim, failure)
  }
  const deliveries = command('deliveries', directory)
  assert.match(
    await deliveries([]),
    /^AAAAAAAAAAAAAAAAAAAAAA {2}revision 1, saved \S+Z, 1 attempt, due \S+Z {2}down$/m,
  )
  for (const id of ids) assert.match(await deliveries(['--retry', id]), /^1 due now/, id)
  assert.match(await deliveries(['--sent', ids[0] ?? '']), /^Nothing to mark/)
  assert.match(await deliveries(['--hold']), /^2 held/)
  assert.match(await deliveries(['--hold']), /^Nothing to hold/)
  for (const id of ids) {
    assert.equal(await deliveries(['--sent', id]), 'Marked as sent.\n')
    assert.match(await deliveries(['--sent', id]), /^Nothing to mark/)
    assert.match(await deliveries(['--retry', id]), /^Nothing to retry/)
  }
  assert.equal(await deliveries([]), 'Every project has been e-mailed.\n')
  for (const args of [
    ['--retry', '--hold'],
    ['--sent', 'all'],
  ]) {
    assert.match(await deliveries(args), /^failed: .*Usage/s)
  }
})

it('a suspicious project is listed with its reason, and released by its id alone', async (t) => {
  const directory = await temporaryDirectory(t)
  const store = await openProjectStore(
    { driver: 'sqlite', path: `${directory}/data/projects.db` },
    { indexStatements },
  )
  t.after(() => store.close())
  const id = 'AAAAAAAAAAAAAAAAAAAAAA'
  await store.save({ id, answers: sampleAnswers(), extraAnswers: {}, suspicion: 'Not sent from our page' })
  const deliveries = command('deliveries', directory)
  assert.match(
    await deliveries([]),
    /^A{22} {2}revision 1, saved \S+Z, suspicious {2}Not sent from our page\n$/,
  )
  assert.match(await deliveries(['--retry', 'all']), /^Nothing to retry/)
  assert.match(await deliveries(['--retry', id]), /^1 due now/)
  assert.match(await deliveries([]), /, due /)
})

it('a message to a webhook is listed and retried by its own id', async (t) => {
  const directory = await temporaryDirectory(t)
  const driver = openSqlite(`${directory}/data/projects.db`, { indexStatements })
  t.after(() => driver.close())
  const { save, outbox } = createProjectStore(driver)
  assert.ok(driver.sql)
  await createWebhooks(driver.sql).add({ address: 'https://crm.example', events: webhookEvents }, '')
  const id = 'AAAAAAAAAAAAAAAAAAAAAA'
  await save({ id, answers: sampleAnswers(), extraAnswers: {} })
  const [claimed] = await outbox.claimDue((await outbox.dueChannels())[0] ?? '', 1)
  assert.ok(claimed)
  await outbox.markFailed(claimed, failure)
  const deliveries = command('deliveries', directory)
  const [, messageId = ''] =
    /^(msg_\S+) {2}project\.created of A{22}, saved \S+Z, 1 attempt, due \S+Z {2}down$/m.exec(
      await deliveries([]),
    ) ?? []
  assert.equal(messageId, claimed.message.id)
  assert.match(await deliveries(['--retry', messageId]), /^1 due now/)
  assert.match(await deliveries(['--retry', `${messageId}x`]), /^Nothing to retry/)
})

it('an e-mail that is being sent cannot be marked as sent', async (t) => {
  const directory = await temporaryDirectory(t)
  const store = await openProjectStore(
    { driver: 'sqlite', path: `${directory}/data/projects.db` },
    { indexStatements },
  )
  t.after(() => store.close())
  const id = 'AAAAAAAAAAAAAAAAAAAAAA'
  await store.save({ id, answers: sampleAnswers(), extraAnswers: {} })
  const deliveries = command('deliveries', directory)
  assert.match(await deliveries(['--hold']), /^1 held/)
  assert.equal(
    await deliveries(['--sent', id]),
    'failed: It is being sent now. Wait a minute, and check whether it is still listed.\n',
  )
  assert.match(await deliveries([]), /held by the operator/)
})
