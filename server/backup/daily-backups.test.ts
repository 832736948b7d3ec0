import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../config/config.ts'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import { makeSamples } from '../desk/samples/sample-projects.ts'
import { eventually } from '../testing/server-process.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { startDailyBackups } from './daily-backups.ts'

const HOUR = 3600_000
const START = Date.parse('2026-03-04T03:00:00Z')

/** Daily backups with a clock of the test, and with `make` instead of the command if it is given. */
async function setUp(t: TestContext, make?: (file: string) => Promise<unknown>) {
  const directory = await temporaryDirectory(t)
  const backupDir = join(directory, 'backups')
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: START })
  const lines: string[] = []
  const alerts: string[] = []
  const database = `sqlite:${join(directory, 'projects.db')}`
  const config = { ...readConfig({ DATABASE_URL: database }), backupDir }
  const start = () =>
    startDailyBackups(config, {
      log: pino({}, { write: (line: string) => void lines.push(line) }),
      alerts: { send: (subject) => void alerts.push(subject), isQuiet: () => false },
      ...(make && { make }),
    })
  /** Lets hours pass, one by one, with the work of each. A synchronous `make` is done by then on any machine. */
  const pass = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      t.mock.timers.tick(HOUR)
      for (let turn = 0; turn < 5; turn++) await stat(directory)
    }
  }
  return { directory, backupDir, database, lines, alerts, start, pass, names: () => readdir(backupDir) }
}

it('a backup is made every day, the newest 14 are kept, and other files are left alone', async (t) => {
  const { backupDir, start, pass, names } = await setUp(t, async (file) => writeFileSync(file, ''))
  await mkdir(backupDir)
  const foreign = ['kitchen-guide.db', 'backup-2020-01-01.db', 'kitchen-guide-2020-01-01T000000Z.db.bak']
  for (const name of foreign) await writeFile(join(backupDir, name), '')
  const backups = start()
  t.after(() => backups.stop())
  assert.deepEqual(backups.status(), { state: 'none', at: null })
  await pass(1)
  assert.deepEqual(backups.status(), { state: 'ok', at: new Date('2026-03-04T04:00:00Z') })
  await pass(22)
  assert.equal((await names()).length, foreign.length + 1)
  await pass(19 * 24)
  const made = (await names()).filter((name) => !foreign.includes(name))
  assert.equal(made.length, 14)
  assert.equal((await names()).length, foreign.length + 14)
  assert.equal(new Set(made.map((name) => name.slice(0, 'kitchen-guide-2026-03-04'.length))).size, 14)
})

it('a failed backup is tried again every hour, and raises an alert when the last is 36 hours old', async (t) => {
  let isBroken = false
  const { alerts, lines, start, pass } = await setUp(t, async (file) => {
    if (isBroken) throw Object.assign(new Error('Command failed'), { stderr: 'The disk is full\n' })
    writeFileSync(file, '')
  })
  const first = start()
  await pass(1)
  await first.stop()
  isBroken = true
  // Another start knows the backup of before.
  const backups = start()
  t.after(() => backups.stop())
  assert.equal(backups.status().state, 'ok')
  await pass(34)
  assert.equal(backups.status().state, 'failed')
  assert.match(lines.at(-1) ?? '', /"reason":"The disk is full"/)
  assert.deepEqual(alerts, [])
  await pass(2)
  assert.deepEqual(new Set(alerts), new Set(['backup']))
  isBroken = false
  await pass(1)
  assert.equal(backups.status().state, 'ok')
})

it('a first backup that fails raises an alert', async (t) => {
  const { backupDir, alerts, start } = await setUp(t)
  await writeFile(backupDir, 'a file')
  const backups = start()
  t.after(() => backups.stop())
  assert.equal(backups.status().state, 'failed')
  assert.deepEqual(alerts, ['backup'])
})

it('the server makes its backup with the command', async (t) => {
  const { directory, backupDir, database, start, names } = await setUp(t)
  const db = openSqlite(join(directory, 'projects.db'))
  t.after(() => db.close())
  await makeSamples(db, 3, new Date())
  process.env.DATABASE_URL = database
  const backups = start()
  t.mock.timers.tick(60_000)
  await stat(directory)
  t.mock.timers.reset()
  await eventually(async () => (await names()).includes('kitchen-guide-2026-03-04T030100Z.db'))
  // Before the folder is removed.
  await backups.stop()
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  assert.equal(await modeOf(backupDir), 0o700)
  assert.equal(await modeOf(join(backupDir, 'kitchen-guide-2026-03-04T030100Z.db')), 0o600)
})
