import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawnSync } from 'node:child_process'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sampleAnswers } from '../questionnaire/sample-answers.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../questionnaire/version.ts'
import { version } from './lib/product.ts'
import { compileCache } from './testing/compile-cache.ts'
import { startHttp } from './testing/http.ts'
import { sampleId } from './testing/sample-id.ts'
import { endProcess, eventually, freePort, startOnTerminal, startProcess } from './testing/server-process.ts'
import { startSmtp, type TestSmtp } from './testing/smtp.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'
import { startWebhook } from './testing/webhook.ts'

const ENTRY = fileURLToPath(new URL('testing/test-server.ts', import.meta.url))

// A setting of the person who runs the tests must not reach these servers.
process.env.DATABASE_URL = 'sqlite:elsewhere/projects.db'
const { PATH } = process.env

async function setUp(t: TestContext, env: Record<string, string> = {}, log: number | 'ignore' = 'ignore') {
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (child) await endProcess(child, signal)
    return child?.exitCode
  }
  // Registered before the directory is made, so that it runs before the directory is removed.
  t.after(() => end('SIGKILL'))
  const directory = await temporaryDirectory(t)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  child = startProcess(process.execPath, [ENTRY], {
    cwd: directory,
    env: { PATH, ...compileCache, PORT: String(port), ...env },
    stdio: ['ignore', log, 'ignore'],
  })
  await eventually(async () => (await fetch(`${origin}/healthz`)).ok)
  const put = async (id: string, signal: AbortSignal | null = null) => {
    const answer = await fetch(`${origin}/api/projects/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', [VERSION_HEADER]: QUESTIONNAIRE_VERSION },
      body: JSON.stringify(sampleAnswers()),
      signal,
    })
    await answer.text()
    return answer.status
  }
  const storedIds = () => {
    const db = new DatabaseSync(join(directory, 'data/projects.db'), { readOnly: true })
    const ids = db
      .prepare('select id from projects')
      .all()
      .map(({ id }) => String(id))
    db.close()
    return ids
  }
  return { directory, origin, end, put, storedIds }
}

const mailTo = (smtp: TestSmtp) => ({
  MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_TO: 'owner@kitchens.example',
  MAIL_FROM: 'guide@kitchens.example',
})

/** An SMTP server that answers RCPT only after `go` is called. */
async function slowSmtp(t: TestContext) {
  let waiting = 0
  const { promise: gate, resolve: go } = Promise.withResolvers<void>()
  const smtp = await startSmtp(t, {
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: async (_address, _session, answer) => {
      waiting += 1
      await gate
      answer()
    },
  })
  return { smtp, waiting: () => waiting, go }
}

it('a signal finishes the requests in flight', async (t) => {
  const { smtp, waiting, go } = await slowSmtp(t)
  const { put, end, origin } = await setUp(t, mailTo(smtp))
  const answer = put(sampleId())
  await eventually(async () => waiting() === 1)
  // The least usual one. graceful-shutdown.test.ts sends SIGTERM.
  const ended = end('SIGHUP')
  setTimeout(go, 300)
  assert.equal(await answer, 201)
  assert.equal(await ended, 0)
  assert.equal(smtp.received.length, 1)
  await assert.rejects(fetch(`${origin}/healthz`))
})

it('ends with npm start, although npm does not pass a signal on', async (t) => {
  const directory = await temporaryDirectory(t)
  const port = await freePort()
  const scripts = { start: `"${process.execPath}" "${ENTRY}"` }
  await writeFile(join(directory, 'package.json'), JSON.stringify({ scripts }))
  // A process group of its own, so that the test can end all of it.
  const npm = startProcess('npm', ['start'], {
    cwd: directory,
    detached: true,
    env: { PATH, HOME: directory, PORT: String(port) },
  })
  t.after(() => {
    try {
      process.kill(-(npm.pid ?? Number.NaN), 'SIGKILL')
    } catch {
      // It has ended already.
    }
  })
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    )
  await eventually(isUp)
  await endProcess(npm, 'SIGTERM')
  await eventually(async () => !(await isUp()))
})

it('a visitor who closes the page does not cancel the submission', async (t) => {
  const { smtp, waiting, go } = await slowSmtp(t)
  const { put, storedIds } = await setUp(t, mailTo(smtp))
  const id = sampleId()
  const leaving = new AbortController()
  const left = put(id, leaving.signal).catch(() => 'left')
  await eventually(async () => waiting() === 1)
  leaving.abort()
  assert.equal(await left, 'left')
  go()
  await eventually(async () => smtp.received.length === 1)
  // 201 if this joins the first attempt, 200 if that is finished.
  assert.match(String(await put(id)), /^20[01]$/)
  assert.deepEqual(storedIds(), [id])
  assert.equal(smtp.received.length, 1)
})

it('a permanent refusal of the mail server is posted to ALERT_URL', async (t) => {
  const smtp = await startSmtp(t, { authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] })
  const { url, posted } = await startWebhook(t)
  const { put } = await setUp(t, { ...mailTo(smtp), ALERT_URL: url })
  smtp.refusal = { code: 550 }
  assert.equal(await put(sampleId()), 502)
  await eventually(async () => posted.length === 1)
  assert.match(posted[0] ?? '', /refuses our emails/)
})

it('the first line of the log has the version, and another says that the database file is new', async (t) => {
  const log = join(await temporaryDirectory(t), 'log')
  await using file = await open(log, 'w')
  const server = await setUp(t, {}, file.fd)
  await server.end('SIGTERM')
  const text = await readFile(log, 'utf8')
  assert.equal(JSON.parse(text.split('\n')[0] ?? '').msg, `Kitchen Guide ${version}`)
  assert.match(text, /Projects are stored in the new file data\/projects\.db/)
})

it('a port or address that cannot be used is named with its setting', async (t) => {
  const { directory, origin } = await setUp(t)
  const { port } = new URL(origin)
  for (const [env, message] of [
    [{ PORT: port }, `Another program uses port ${port}`],
    // Reserved for documentation: no machine has this address.
    [{ HOST: '203.0.113.7' }, 'HOST is 203.0.113.7, which is not an address of this machine'],
    [{ HOST: 'nosuch.invalid' }, 'HOST is nosuch.invalid, which was not found'],
  ] as const) {
    const { stderr } = spawnSync(process.execPath, [ENTRY], {
      cwd: directory,
      env: { PATH, ...compileCache, PORT: '0', ...env },
      encoding: 'utf8',
      timeout: 60_000,
    })
    assert.ok(stderr.includes(message), stderr)
  }
})

it('the server does not start beside a Firestore store that was not imported', async (t) => {
  const found = JSON.stringify([{ document: { name: 'deliveries/one', updateTime: '' } }])
  const { host } = new URL(
    await startHttp(t, (request, response) => {
      request.resume()
      response.end(found)
    }),
  )
  const env = {
    PATH,
    ...compileCache,
    PORT: '0',
    FIRESTORE_PROJECT: 'kitchens',
    FIRESTORE_EMULATOR_HOST: host,
  }
  const start = promisify(execFile)(process.execPath, [ENTRY], {
    cwd: await temporaryDirectory(t),
    env,
    timeout: 60_000,
  })
  await assert.rejects(start, {
    code: 1,
    stderr: /Stop every server and run npm run import -- firestore:\/\/kitchens/,
  })
})

it('a server that cannot reach Firestore starts, and logs that it may have to be imported', async (t) => {
  const log = join(await temporaryDirectory(t), 'log')
  await using file = await open(log, 'w')
  const env = { FIRESTORE_PROJECT: 'kitchens', FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' }
  const { end } = await setUp(t, env, file.fd)
  await end('SIGTERM')
  assert.match(
    await readFile(log, 'utf8'),
    /Could not check whether Firestore has projects of an earlier version/,
  )
})

const FIRST_LINK = /^http:\/\/127\.0\.0\.1:\d+\/desk#first=([\w-]{43})\r?$/m

it('a terminal shows the first owner a link that works once', async (t) => {
  if (process.platform !== 'linux') return t.skip('Only Linux has this version of script')
  const directory = await temporaryDirectory(t)
  const port = await freePort()
  const env = { PATH, ...compileCache, PORT: String(port), npm_lifecycle_event: 'start' }
  const { child, shown } = startOnTerminal(ENTRY, { cwd: directory, env })
  t.after(() => endProcess(child, 'SIGTERM'))
  await eventually(async () => FIRST_LINK.test(shown()))
  const origin = `http://127.0.0.1:${port}`
  assert.equal((await fetch(`${origin}/desk`)).status, 200)
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${origin}/api/desk/${path}`, request)
    return { status: answer.status, body: await answer.json() }
  }
  const token = FIRST_LINK.exec(shown())?.[1]
  const ada = { name: 'Ada', email: 'Ada@kitchens.example' }
  assert.equal((await post('first-owner', { ...ada, token: 'a'.repeat(43) })).status, 422)
  assert.equal((await post('first-owner', { ...ada, email: 'ada', token })).status, 422)
  const added = await post('first-owner', { ...ada, token })
  assert.equal(added.status, 200)
  assert.equal((await post('first-owner', { ...ada, email: 'eve@example.com', token })).status, 422)
  const password = 'three lamps over an island'
  assert.equal((await post('password', { token: added.body.token, password })).body.isSignedIn, true)
  const db = new DatabaseSync(join(directory, 'data/projects.db'), { readOnly: true })
  t.after(() => db.close())
  const people = db.prepare('select email, role from desk_people').all()
  assert.deepEqual(
    people.map(({ email, role }) => [email, role]),
    [['ada@kitchens.example', 'owner']],
  )
})

it('a log never has the link of the first owner', async (t) => {
  const log = join(await temporaryDirectory(t), 'log')
  await using file = await open(log, 'w')
  const { end, origin } = await setUp(t, {}, file.fd)
  assert.equal((await fetch(`${origin}/desk`)).status, 404)
  await end('SIGTERM')
  const logged = await readFile(log, 'utf8')
  assert.match(logged, /Open http/)
  assert.doesNotMatch(logged, /#first=/)
})

it('without npm start, as in a container, a terminal shows no link', async (t) => {
  if (process.platform !== 'linux') return t.skip('Only Linux has this version of script')
  const env = { PATH, ...compileCache, PORT: String(await freePort()) }
  const { child, shown } = startOnTerminal(ENTRY, { cwd: await temporaryDirectory(t), env })
  await eventually(async () => shown().includes('Emails go to'))
  await endProcess(child, 'SIGTERM')
  assert.doesNotMatch(shown(), FIRST_LINK)
})

it('the server keeps working when its log cannot be written', async (t) => {
  if (process.platform !== 'linux') return t.skip('Only Linux has /dev/full')
  await using full = await open('/dev/full', 'w')
  const { put, end } = await setUp(t, {}, full.fd)
  assert.equal(await put(sampleId()), 201)
  assert.equal(await end('SIGTERM'), 0)
})
