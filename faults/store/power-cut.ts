import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pLimit from 'p-limit'
import { exportProjects, withDatabase } from '../harness/database.ts'
import { type Fault, Unavailable } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { createSandbox, type Sandbox } from '../harness/sandbox.ts'
import { emailsIn, startServer } from '../harness/server.ts'
import type { Trial } from '../harness/trial.ts'
import { createVisitors, newIds } from '../harness/visitors.ts'
import { needsRoot } from './sqlite.ts'

const SUBMISSIONS = 20
const VISITORS = 5

/**
 * The store is on a disk image. Data that was not synced is in memory but not in the image, so a copy of the image is the
 * state after a power cut. A database without durability on the same disk serves as a control.
 */
export const powerCut: Fault = {
  rows: 'F07 F08',
  name: 'SQLite and email files: a power cut under load (a copy of the disk at that moment)',
  needs: needsRoot,
  async run(trial) {
    const runs = trial.count(200, 3)
    let [lost, duplicated, saved, lostInControl] = [0, 0, 0, 0]
    for (let run = 0; run < runs; run++) {
      const cut = await cutPower(trial)
      lost += cut.verdict.lost.length
      duplicated += cut.verdict.duplicated.length
      saved += cut.saved
      lostInControl += cut.lostInControl
      // An email that was cut off names no project.
      if (cut.verdict.unconfirmed.includes('')) trial.failures.push('an email is incomplete')
    }
    if (lostInControl === 0) trial.failures.push('the control lost nothing, so the cut proves nothing')
    trial.notes.push(`${saved} projects saved; the control without durability lost ${lostInControl} rows`)
    return trial.result(runs, { lost, duplicated })
  },
}

async function cutPower(trial: Trial) {
  await using sandbox = await createSandbox()
  const image = join(sandbox.directory, 'disk.img')
  execFileSync('truncate', ['-s', '48M', image])
  execFileSync('mkfs.ext4', ['-q', '-F', image])
  const disk = mount(sandbox, image, 'disk')
  mkdirSync(join(disk, 'data'))
  const server = await startServer(sandbox, { env: settingsOn(disk) })
  const control = new DatabaseSync(join(disk, 'control.db'))
  control.exec('pragma journal_mode = wal; pragma synchronous = off; create table submitted (id text)')
  execFileSync('sync', ['-f', disk])
  const oracle = createOracle()
  const { submit, seen } = createVisitors(oracle)
  const copy = join(sandbox.directory, 'copy.img')
  const saved = 1 + Math.floor(Math.random() * SUBMISSIONS)
  let successes = 0
  await pLimit(VISITORS).map(newIds(SUBMISSIONS), async (id) => {
    const { outcome } = await submit(server.origin, id)
    if (outcome !== 'success' || ++successes > saved) return
    control.prepare('insert into submitted values (?)').run(id)
    if (successes < saved) return
    // The server is frozen while the disk is copied.
    process.kill(server.pid(), 'SIGSTOP')
    execFileSync('cp', ['--sparse=always', image, copy])
    process.kill(server.pid(), 'SIGKILL')
  })
  await server.end('SIGKILL')
  control.close()
  trial.visitors.seen.wrongText += seen.wrongText
  trial.visitors.seen.longestWaitMs = Math.max(trial.visitors.seen.longestWaitMs, seen.longestWaitMs)

  const found = mount(sandbox, copy, 'found')
  const projects = await withDatabase({ ...server.env, ...settingsOn(found) }, exportProjects)
  if (queryOne(join(found, 'data/projects.db'), 'pragma integrity_check') !== 'ok')
    trial.failures.push('the database was damaged by the cut')
  return {
    saved,
    verdict: oracle.verdict({ projects, emails: await emailsIn(join(found, 'data/outbox')) }),
    lostInControl: saved - Number(queryOne(join(found, 'control.db'), 'select count(*) from submitted') ?? 0),
  }
}

const settingsOn = (disk: string) => ({
  DATABASE_URL: `sqlite:${join(disk, 'data/projects.db')}`,
  MAIL_URL: `file:${join(disk, 'data/outbox')}`,
})

function mount(sandbox: Sandbox, image: string, name: string): string {
  const directory = join(sandbox.directory, name)
  mkdirSync(directory)
  try {
    execFileSync('mount', ['-o', 'loop,commit=300', image, directory], { stdio: 'ignore' })
  } catch {
    throw new Unavailable('a file cannot be mounted as a disk here')
  }
  sandbox.defer(() => execFileSync('umount', ['-l', directory]))
  return directory
}

/** The first value of the first row; undefined if the query fails. */
function queryOne(path: string, sql: string): unknown {
  const db = new DatabaseSync(path)
  try {
    return Object.values(db.prepare(sql).get() ?? {})[0]
  } catch {
    return undefined
  } finally {
    db.close()
  }
}
