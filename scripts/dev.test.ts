import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { sampleAnswers } from '../questionnaire/sample-answers.ts'
import { compileCache } from '../server/testing/compile-cache.ts'
import { readEmail } from '../server/testing/read-email.ts'
import { sampleId } from '../server/testing/sample-id.ts'
import { endProcess, eventually, freePort, startProcess } from '../server/testing/server-process.ts'
import { temporaryDirectory } from '../server/testing/temporary-directory.ts'

it('npm run dev serves a brief from the sources, at the address in the email', async (t) => {
  const directory = await temporaryDirectory(t)
  const outbox = join(directory, 'outbox')
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const program = startProcess(process.execPath, ['scripts/dev.ts'], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: site,
      DATABASE_URL: `sqlite:${join(directory, 'projects.db')}`,
      MAIL_URL: `file:${outbox}`,
      HOMEOWNER_COPY: 'on',
      MIN_VISIT_SECONDS: '0',
    },
  })
  t.after(() => endProcess(program, 'SIGTERM'))
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify(sampleAnswers())
  const submit = () => fetch(`${site}/api/projects/${sampleId()}`, { method: 'PUT', headers, body })
  await eventually(async () => (await submit()).ok)

  let address = ''
  await eventually(async () => {
    for (const name of await readdir(outbox)) {
      const { text } = readEmail(await readFile(join(outbox, name), 'utf8'))
      address ||= /http\S+\/brief\/[\w-]{22}/.exec(text)?.[0] ?? ''
    }
    return address !== ''
  })
  const brief = await fetch(address)
  const html = await brief.text()
  assert.equal(brief.status, 200)
  assert.match(html, /src="\/brief\/main\.ts/)
  assert.ok(html.includes(sampleAnswers().city))
  const unknown = await fetch(`${site}/brief/${'A'.repeat(22)}`)
  assert.equal(unknown.status, 410)
  assert.match(await unknown.text(), /This link has expired/)
})
