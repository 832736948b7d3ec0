import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { sampleId } from '../testing/sample-id.ts'
import { eventually, freePort } from '../testing/server-process.ts'
import { sendWebhook } from './channels/send-webhook.ts'

const secret = `whsec_${'a'.repeat(43)}=`

it('the receiver of docs/webhooks.md accepts a message once and refuses a wrong signature', async (t) => {
  const page = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? []
  assert.ok(code.trim().split('\n').length <= 20)
  const port = await freePort()
  // The modules of this folder are found from it.
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => receiver.kill())
  let printed = ''
  receiver.stdout.on('data', (chunk) => {
    printed += String(chunk)
  })
  const id = sampleId()
  const send = async (by: string) => {
    const body = JSON.stringify({ type: 'project.created', data: { id } })
    const webhook = { address: `http://127.0.0.1:${port}/`, secrets: [by] }
    return (await sendWebhook({ id: 'msg_1', body }, webhook, { webhookAllowPrivate: true })).outcome
  }
  await eventually(async () => (await send(secret)) === 'Answered 204', 30_000)
  assert.equal(await send(secret), 'Answered 204')
  assert.equal(await send(`whsec_${'b'.repeat(43)}=`), 'Answered 400')
  assert.equal(printed, `project.created ${id}\n`)
})
