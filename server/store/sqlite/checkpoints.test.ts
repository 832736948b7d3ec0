import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endProcess, eventually, startProcess } from '../../testing/server-process.ts'
import { temporaryDirectory } from '../../testing/test-app.ts'
import { createCheckpoints, logOf, pagesLeft } from './checkpoints.ts'

const LONG_LOG_PAGES = 100

async function setUp(t: TestContext, { autocheckpoint = 0, worker }: Partial<Options> = {}) {
  const path = join(await temporaryDirectory(t), 'projects.db')
  const db = new DatabaseSync(path)
  db.exec(
    `pragma journal_mode = wal; pragma wal_autocheckpoint = ${autocheckpoint}; create table words (word)`,
  )
  const insert = db.prepare('insert into words values (?)')
  const log = logOf(db)
  const checkpoints = createCheckpoints(path, { longLogPages: LONG_LOG_PAGES, ...(worker ? { worker } : {}) })
  t.after(async () => {
    await checkpoints.close()
    if (db.isOpen) db.close()
  })
  let all = 0
  let longest = 0
  let startedOver = 0
  let before = 0

  /** Commits until it is enough, as long as the log is not far too long. */
  async function write(isEnough: () => boolean) {
    for (let commits = 0; commits < 5000 && !isEnough(); commits++) {
      insert.run('x'.repeat(4000))
      all++
      checkpoints.look(log)
      const pages = Number(log.measure.get()?.log)
      if (pages < before) startedOver++
      before = pages
      longest = Math.max(longest, pages)
      await pause(1)
    }
  }
  const count = () => Number(db.prepare('select count(*) as n from words').get()?.n)
  const asked = () => (existsSync(`${path}.asked`) ? readFileSync(`${path}.asked`).length : 0)
  const found = () => ({ longest, startedOver })
  return { path, db, checkpoints, write, written: () => all, count, asked, found }
}

interface Options {
  readonly autocheckpoint: number
  readonly worker: URL
}

it('the log starts over again and again while others keep writing', async (t) => {
  const { write, written, count, found } = await setUp(t)
  await write(() => found().startedOver === 3)
  assert.equal(found().startedOver, 3)
  assert.equal(count(), written())
  assert.ok(found().longest < 20 * LONG_LOG_PAGES, `${found().longest} pages`)
})

it('without its thread, SQLite empties the log itself', async (t) => {
  const worker = new URL('./no-such-thread.ts', import.meta.url)
  const { write, found } = await setUp(t, { worker, autocheckpoint: 3 * LONG_LOG_PAGES })
  await write(() => found().startedOver === 2)
  assert.equal(found().startedOver, 2)
  assert.ok(found().longest <= 4 * LONG_LOG_PAGES, `${found().longest} pages`)
})

it('what is in the file by now does not make the log long', async (t) => {
  const { write, db } = await setUp(t)
  let commits = 0
  await write(() => commits++ > 10)
  const log = logOf(db)
  assert.ok(pagesLeft(log) > 10)
  log.empty.get()
  assert.equal(pagesLeft(log), 0)
})

/** A thread that leaves the log as it is. It writes down that it was asked, and does this. */
const idleThread = (answer: string) =>
  new URL(`data:text/javascript,
    import { appendFileSync } from 'node:fs';
    import { parentPort, workerData } from 'node:worker_threads';
    parentPort.on('message', () => { appendFileSync(workerData.path + '.asked', '.'); ${answer} });`)

for (const [title, answer] of Object.entries({
  'says that it failed': "parentPort.postMessage('failed')",
  ends: "throw new Error('no memory')",
})) {
  it(`a thread that ${title} is asked again after a minute, and the log is not emptied meanwhile`, async (t) => {
    const { write, asked, found } = await setUp(t, { worker: idleThread(answer) })
    await write(() => asked() > 0)
    let commits = 0
    await write(() => commits++ > 50)
    assert.equal(asked(), 1)
    const now = performance.now()
    t.mock.method(performance, 'now', () => now + 60_000)
    await write(() => asked() > 1)
    assert.equal(asked(), 2)
    assert.equal(found().startedOver, 0)
  })
}

it('of a log of which much is left, the thread does the rest, and no visitor waits for it', async (t) => {
  const worker = idleThread("parentPort.postMessage('much is left')")
  const { write, asked, found } = await setUp(t, { worker })
  await write(() => asked() === 5)
  assert.equal(asked(), 5)
  assert.equal(found().startedOver, 0)
})

it('of a log of which little is left, one commit does the rest, and the thread is asked again in time', async (t) => {
  const worker = idleThread("parentPort.postMessage('little is left')")
  const { write, asked, found } = await setUp(t, { worker })
  await write(() => asked() === 3)
  assert.equal(asked(), 3)
  assert.ok(found().startedOver >= 2)
})

it('once closed, the thread does nothing any more', async (t) => {
  const worker = idleThread("setInterval(() => appendFileSync(workerData.path + '.asked', '.'), 1)")
  const { write, asked, checkpoints } = await setUp(t, { worker })
  await write(() => asked() > 1)
  await checkpoints.close()
  const before = asked()
  await pause(50)
  assert.equal(asked(), before)
})

it('where nothing can be read of the log, the commit before it is none the worse', async (t) => {
  const { db, checkpoints } = await setUp(t)
  const log = logOf(db)
  db.close()
  checkpoints.look(log)
})

it('a file that was moved away is not made anew, and what the thread could not do is left', async (t) => {
  const { write, path, db } = await setUp(t)
  await rename(path, `${path}.elsewhere`)
  let commits = 0
  await write(() => commits++ > 2 * LONG_LOG_PAGES)
  await pause(300)
  await write(() => commits++ > 3 * LONG_LOG_PAGES)
  assert.equal(existsSync(path), false)
  assert.equal(logOf(db).measure.get()?.checkpointed, 0)
})

it('once closed, whoever closes the file leaves no log behind', async (t) => {
  const { write, checkpoints, path, db } = await setUp(t)
  let commits = 0
  await write(() => commits++ > LONG_LOG_PAGES)
  await checkpoints.close()
  db.close()
  assert.equal(existsSync(`${path}-wal`), false)
})

it('whoever is killed while the log goes into the file has lost nothing that was kept', async (t) => {
  const directory = await temporaryDirectory(t)
  const path = join(directory, 'numbers.db')
  const program = fileURLToPath(new URL('../../testing/log-writer.ts', import.meta.url))
  for (let kills = 0; kills < 6; kills++) {
    const said = join(directory, `said-${kills}`)
    const writer = startProcess(process.execPath, [program, path, said], { stdio: 'inherit' })
    const lines = async () => {
      const whole = (await readFile(said, 'utf8')).split('\n').slice(0, -1)
      return whole.map((line) => line.split(' ').map(Number))
    }
    // From then on the thread is at work again and again.
    await eventually(async () => {
      const lengths = (await lines()).map(([, pages = 0]) => pages)
      return lengths.some((pages, index) => pages < (lengths[index - 1] ?? 0))
    })
    await pause(kills * 7)
    await endProcess(writer, 'SIGKILL')
    assert.equal(writer.signalCode, 'SIGKILL')
    const kept = (await lines()).at(-1)?.[0] ?? 0
    const db = new DatabaseSync(path)
    const { last, many } = db.prepare('select max(number) as last, count(*) as many from numbers').get() ?? {}
    assert.equal(db.prepare('pragma integrity_check').get()?.integrity_check, 'ok')
    db.close()
    assert.ok(Number(last) >= kept && last === many, `${kept} were kept, ${many} of ${last} are there`)
  }
})
