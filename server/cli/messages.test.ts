import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it, type TestContext } from 'node:test'
import { webhookEvents } from '../../desk/webhooks.ts'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import { createWebhooks } from '../desk/webhooks/webhooks.ts'
import { claimedFrom, submission, testOutbox } from '../testing/outbox.ts'
import { command } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

const ID = 'AAAAAAAAAAAAAAAAAAAAAA'
const failure = { reason: 'down', permanent: false }

/** A server with a document database and a webhook, and the command beside it. */
async function setUp(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const settings = {
    latestChannels: ['document', 'specialist'],
    settings: () => ({ homeownerCopy: false }),
  } as const
  const { db, queue, save } = testOutbox(t, openSqlite(`${directory}/data/projects.db`), settings)
  await createWebhooks(db).add({ address: 'https://crm.example', events: webhookEvents }, '')
  /** Saves a project whose messages could not be sent. Returns the id of the webhook's. */
  const saveUnsent = async (id: string) => {
    const saved = await save(submission({}, id))
    const channel = (await queue.dueChannels()).find((name) => name.startsWith('webhook:')) ?? ''
    const [last] = await queue.claimDue(channel, 1)
    assert.ok(last)
    for (const claimed of [claimedFrom(saved, 'document'), claimedFrom(saved), last])
      await queue.markFailed(claimed, failure)
    return last.message.id
  }
  return { save, saveUnsent, messages: command('messages', directory) }
}

it('`npm run deliveries` is the same command for one more version', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  assert.equal(scripts.deliveries, scripts.messages)
})

it('messages are listed by channel, and retried by their own id, that of the project, or all', async (t) => {
  const { saveUnsent, messages } = await setUp(t)
  const message = await saveUnsent(ID)
  const dashed = '--hold_AAAAAAAAAAAAAAA'
  await saveUnsent(dashed)
  const lines = (await messages([])).trimEnd().split('\n')
  assert.equal(lines.length, 6)
  for (const channel of ['document', 'specialist', 'webhook:[\\w-]+']) {
    const line = `^msg_\\S+  ${channel}, project.created of A{22}, saved \\S+Z, 1 attempt, due \\S+Z  down$`
    assert.equal(lines.filter((one) => new RegExp(line).test(one)).length, 1, channel)
  }
  assert.match(await messages(['--retry', message]), /^1 due now/)
  assert.match(await messages(['--retry', `${message}x`]), /^Nothing to retry/)
  assert.match(await messages(['--retry', dashed]), /^3 due now/)
  assert.match(await messages(['--retry', 'all']), /^6 due now/)
  assert.match(await messages(['--hold']), /^4 held/)
  assert.equal(await messages(['--sent', message]), 'Marked as sent.\n')
  for (const args of [
    ['--retry', '--hold'],
    ['--sent', 'all'],
    ['--release', message],
  ])
    assert.match(await messages(args), /^failed: .*Usage/s, args.join(' '))
})

it('a suspicious project is listed with its reason, and released by --release alone', async (t) => {
  const { save, messages } = await setUp(t)
  await save({ ...submission({}, ID), suspicion: 'Not submitted through our website' })
  assert.match(await messages([]), /^A{22} {2}saved \S+Z, suspicious {2}Not submitted through our website\n$/)
  for (const id of [ID, 'all']) assert.match(await messages(['--retry', id]), /^Nothing to retry/)
  assert.match(await messages(['--release', ID]), /^Released\. /)
  assert.match(await messages(['--release', ID]), /^Nothing to release/)
  // Without FIRESTORE_PROJECT there is no document.
  assert.deepEqual((await messages([])).match(/(?<= {2})(specialist|webhook|document)/g), [
    'specialist',
    'webhook',
  ])
})
