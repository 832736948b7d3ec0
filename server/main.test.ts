import assert from 'node:assert/strict'
import { type ChildProcess, spawnSync } from 'node:child_process'
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sampleAnswers } from '../questionnaire/sample-answers.ts'
import { compileCache } from './testing/compile-cache.ts'
import { sampleId } from './testing/sample-id.ts'
import { endProcess, eventually, freePort, startProcess } from './testing/server-process.ts'
import { startSmtp, type TestSmtp } from './testing/smtp.ts'
import { temporaryDirectory } from './testing/test-app.ts'
import { startWebhook } from './testing/webhook.ts'

const ENTRY = fileURLToPath(new URL('testing/test-server.ts', import.meta.url))

// What whoever runs the tests has set must not reach the servers here: no test would find its projects.
process.env.DATABASE_URL = 'sqlite:elsewhere/projects.db'
const { PATH } = process.env

async function setUp(t: TestContext, env: Record<string, string> = {}, log: number | 'ignore' = 'ignore') {
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (child) await endProcess(child, signal)
    return child?.exitCode
  }
  // Before its directory goes: what it writes there meanwhile would keep that from going, and nobody would end it.
  t.after(() => end('SIGKILL'))
  const directory = await temporaryDirectory(t)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const start = async () => {
    child = startProcess(process.execPath, [ENTRY], {
      cwd: directory,
      env: { PATH, ...compileCache, PORT: String(port), ...env },
      stdio: ['ignore', log, 'ignore'],
    })
    await eventually(async () => (await fetch(`${origin}/healthz`)).ok)
  }
  await start()
  const put = async (id: string, signal: AbortSignal | null = null) => {
    const answer = await fetch(`${origin}/api/projects/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sampleAnswers()),
      signal,
    })
    await answer.text()
    return answer.status
  }
  const kept = () => {
    const db = new DatabaseSync(join(directory, 'data/projects.db'), { readOnly: true })
    const ids = db
      .prepare('select id from projects')
      .all()
      .map(({ id }) => String(id))
    db.close()
    return ids
  }
  return { directory, origin, start, end, put, kept }
}

const mailTo = (smtp: TestSmtp) => ({
  MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_TO: 'owner@kitchens.example',
  MAIL_FROM: 'guide@kitchens.example',
})

/** An SMTP server whose next messages are taken but not answered until `go`. */
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

it('killed between saving and sending, the next start sends it, once', async (t) => {
  const { smtp, waiting, go } = await slowSmtp(t)
  const { put, end, start, kept } = await setUp(t, mailTo(smtp))
  const id = sampleId()
  const lost = put(id).catch(() => 'no answer')
  await eventually(async () => waiting() === 1)
  await end('SIGKILL')
  assert.equal(await lost, 'no answer')
  assert.deepEqual(kept(), [id])
  go()
  assert.equal(smtp.received.length, 0)
  await start()
  await eventually(async () => smtp.received.length === 1)
  assert.equal(await put(id), 200)
  assert.deepEqual(kept(), [id])
  assert.equal(smtp.received.length, 1)
})

for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  it(`asked to end by ${signal}, it finishes what is in flight`, async (t) => {
    const { smtp, waiting, go } = await slowSmtp(t)
    const { put, end, origin } = await setUp(t, mailTo(smtp))
    const answer = put(sampleId())
    await eventually(async () => waiting() === 1)
    const ended = end(signal)
    setTimeout(go, 300)
    assert.equal(await answer, 201)
    assert.equal(await ended, 0)
    assert.equal(smtp.received.length, 1)
    await assert.rejects(fetch(`${origin}/healthz`))
  })
}

for (const name of ['start', 'dev']) {
  it(`ends with npm run ${name}, which tells its shell alone that it was asked to`, async (t) => {
    const directory = await temporaryDirectory(t)
    const port = await freePort()
    const scripts = { [name]: `"${process.execPath}" "${ENTRY}"` }
    await writeFile(join(directory, 'package.json'), JSON.stringify({ scripts }))
    // A group of its own, so that nothing is left of it should the server go on.
    const npm = startProcess('npm', ['run', name], {
      cwd: directory,
      detached: true,
      env: { PATH, HOME: directory, PORT: String(port) },
    })
    t.after(() => {
      try {
        process.kill(-(npm.pid ?? Number.NaN), 'SIGKILL')
      } catch {
        // All of it has ended.
      }
    })
    const isThere = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => false,
      )
    await eventually(isThere)
    await endProcess(npm, 'SIGTERM')
    await eventually(async () => !(await isThere()))
  })
}

it('a visitor who closes the page stops nothing', async (t) => {
  const { smtp, waiting, go } = await slowSmtp(t)
  const { put, kept } = await setUp(t, mailTo(smtp))
  const id = sampleId()
  const leaving = new AbortController()
  const left = put(id, leaving.signal).catch(() => 'left')
  await eventually(async () => waiting() === 1)
  leaving.abort()
  assert.equal(await left, 'left')
  go()
  await eventually(async () => smtp.received.length === 1)
  // 201 for who comes while that is still being written down, and so joins the first try.
  assert.match(String(await put(id)), /^20[01]$/)
  assert.deepEqual(kept(), [id])
  assert.equal(smtp.received.length, 1)
})

it('what failed is sent by the loop once the mail server is back', async (t) => {
  const smtp = await startSmtp(t, { authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] })
  const { put } = await setUp(t, mailTo(smtp))
  smtp.refusal = { code: 451 }
  const id = sampleId()
  assert.equal(await put(id), 502)
  smtp.refusal = null
  await eventually(async () => smtp.received.length === 1)
  assert.equal(await put(id), 200)
})

it('a mail server that refuses for good is told at ALERT_URL', async (t) => {
  const smtp = await startSmtp(t, { authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] })
  const { url, posted } = await startWebhook(t)
  const { put } = await setUp(t, { ...mailTo(smtp), ALERT_URL: url })
  smtp.refusal = { code: 550 }
  assert.equal(await put(sampleId()), 502)
  await eventually(async () => posted.length === 1)
  assert.match(posted[0] ?? '', /refuses our e-mails/)
})

it('with nothing set, projects and e-mails are files that only the owner can read', async (t) => {
  const { put, directory } = await setUp(t)
  assert.equal(await put(sampleId()), 201)
  const mode = async (path: string) => (await stat(join(directory, path))).mode & 0o777
  assert.equal(await mode('data'), 0o700)
  assert.equal(await mode('data/outbox'), 0o700)
  for (const name of await readdir(join(directory, 'data'))) {
    if (name !== 'outbox') assert.equal(await mode(`data/${name}`), 0o600, name)
  }
  const [email, ...others] = await readdir(join(directory, 'data/outbox'))
  assert.deepEqual(others, [])
  assert.equal(await mode(`data/outbox/${email}`), 0o600)
})

it('says of a database that is made anew that it is new', async (t) => {
  const log = join(await temporaryDirectory(t), 'log')
  await using file = await open(log, 'w')
  const server = await setUp(t, {}, file.fd)
  await server.end('SIGTERM')
  await server.start()
  await server.end('SIGTERM')
  // A copy that failed leaves such a file, and SQLite takes it for a new one.
  await writeFile(join(server.directory, 'data/projects.db'), '')
  await server.start()
  await server.end('SIGTERM')
  const said = (await readFile(log, 'utf8')).match(/Projects are kept in [^"]*/g)
  assert.deepEqual(said, [
    'Projects are kept in the new file data/projects.db',
    'Projects are kept in the file data/projects.db',
    'Projects are kept in the new file data/projects.db',
  ])
})

it('says of a database on another machine that the line to it can be read', async (t) => {
  const log = join(await temporaryDirectory(t), 'log')
  await using file = await open(log, 'w')
  await setUp(t, { DATABASE_URL: 'postgres://guide:secret@nosuch.invalid/guide' }, file.fd)
  await eventually(async () => /can be read on the way to/.test(await readFile(log, 'utf8')))
})

it('says which port another program has', async (t) => {
  const { directory, origin } = await setUp(t)
  const { port } = new URL(origin)
  const second = spawnSync(process.execPath, [ENTRY], {
    cwd: directory,
    env: { PATH, ...compileCache, PORT: port },
    encoding: 'utf8',
  })
  assert.match(second.stderr, new RegExp(`Another program has port ${port}`))
})

for (const [env, told] of [
  // Kept for documentation: no machine has this address.
  [{ HOST: '203.0.113.7' }, /HOST is 203\.0\.113\.7, which is no address of this machine/],
  [{ HOST: 'nosuch.invalid' }, /HOST is nosuch\.invalid, which is not found/],
  // A network has to be named with it; what the system says to that is not the same everywhere.
  [{ HOST: 'fe80::1' }, /HOST is fe80::1/],
] as const) {
  it(`says that it cannot listen, and which setting says so: ${env.HOST}`, async (t) => {
    const cwd = await temporaryDirectory(t)
    const options = {
      cwd,
      env: { PATH, ...compileCache, PORT: '0', ...env },
      encoding: 'utf8',
      timeout: 60_000,
    } as const
    assert.match(spawnSync(process.execPath, [ENTRY], options).stderr, told)
  })
}

it('a log that cannot be written keeps nobody from being served', async (t) => {
  if (process.platform !== 'linux') return t.skip('Only Linux has /dev/full')
  await using full = await open('/dev/full', 'w')
  const { put, end } = await setUp(t, {}, full.fd)
  assert.equal(await put(sampleId()), 201)
  assert.equal(await end('SIGTERM'), 0)
})
