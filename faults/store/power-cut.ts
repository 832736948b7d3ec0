import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createProjectStore } from '../../server/store/create-project-store.ts'
import { openSqlite } from '../../server/store/sqlite/open-sqlite.ts'
import { type Fault, NotHere } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { arrivedIn } from '../harness/outbox.ts'
import { exportedFrom } from '../harness/recovery.ts'
import { createGuide } from '../harness/server.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

const VISITORS = 5

/**
 * The store is on a disk that is a file of ours. What was not synced is still in the memory of the
 * machine and not in that file, so a copy of the file is what a power cut leaves. A database with
 * durability switched off is on the same disk: a cut that costs it nothing would prove nothing.
 */
export const powerCut: Fault = {
  rows: 'F07',
  name: 'power cut (a copy of the disk as it is), SQLite and e-mail files',
  needs: () => (process.getuid?.() === 0 ? null : 'only root may mount a disk'),
  async run(count) {
    const runs = count('power cuts')
    const total = { lost: 0, doubled: 0, wrongText: 0, longestWaitMs: 0 }
    const failures: string[] = []
    let kept = 0
    let lostWithout = 0
    for (let run = 0; run < runs; run++) {
      const cut = await oneCut()
      total.lost += cut.lost
      total.doubled += cut.doubled
      total.wrongText += cut.wrongText
      total.longestWaitMs = Math.max(total.longestWaitMs, cut.longestWaitMs)
      if (!cut.isWhole) failures.push('the database was not whole after the cut')
      if (cut.told < cut.asked) failures.push(`${cut.asked - cut.told} were not told of a success before it`)
      kept += cut.told
      lostWithout += cut.lostWithout
    }
    if (lostWithout === 0) failures.push('without durability nothing was lost either: the cut proves nothing')
    return {
      runs,
      ...total,
      failures,
      note: `${kept} projects told as saved; of as many rows without durability ${lostWithout} were gone`,
    }
  },
}

async function oneCut() {
  await using stage = await createStage()
  const image = join(stage.directory, 'disk.img')
  execFileSync('truncate', ['-s', '48M', image])
  execFileSync('mkfs.ext4', ['-q', '-F', image])
  const disk = mount(stage, image, 'disk')
  mkdirSync(join(disk, 'data'))
  execFileSync('sync', ['-f', disk])
  const guide = await createGuide(stage, {
    DATABASE_URL: `sqlite:${join(disk, 'data/projects.db')}`,
    MAIL_URL: `file:${join(disk, 'data/outbox')}`,
  })
  await guide.start()
  const careless = new DatabaseSync(join(disk, 'careless.db'))
  careless.exec('pragma journal_mode = wal; pragma synchronous = off; create table told (id text)')
  execFileSync('sync', ['-f', disk])
  const oracle = createOracle()
  const visitors = createVisitors(oracle)
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      for (let time = 0; time < 4; time++) {
        const id = newId()
        await visitors.tryOnce(guide.origin, id)
        careless.prepare('insert into told values (?)').run(id)
      }
    }),
  )
  const after = join(stage.directory, 'after.img')
  execFileSync('cp', ['--sparse=always', image, after])
  await guide.end('SIGKILL')
  careless.close()

  const found = mount(stage, after, 'after')
  const store = createProjectStore(openSqlite(join(found, 'data/projects.db')))
  const verdict = oracle.verdict(await exportedFrom(store), await arrivedIn(join(found, 'data/outbox')))
  await store.close()
  return {
    lost: verdict.lost.length,
    doubled: verdict.doubled.length,
    ...visitors.seen,
    asked: oracle.ids().length,
    told: oracle.ids().length - verdict.unsettled.length,
    isWhole: isWhole(join(found, 'data/projects.db')),
    lostWithout: oracle.ids().length - rowsIn(join(found, 'careless.db')),
  }
}

function mount(stage: Stage, image: string, name: string): string {
  const place = join(stage.directory, name)
  mkdirSync(place)
  try {
    execFileSync('mount', ['-o', 'loop,commit=300', image, place], { stdio: 'ignore' })
  } catch {
    throw new NotHere('a file cannot be mounted as a disk here')
  }
  stage.after(() => execFileSync('umount', ['-l', place]))
  return place
}

function isWhole(path: string): boolean {
  const db = new DatabaseSync(path)
  const [row] = db.prepare('pragma integrity_check').all()
  db.close()
  return Object.values(row ?? {})[0] === 'ok'
}

function rowsIn(path: string): number {
  try {
    const db = new DatabaseSync(path)
    const row = db.prepare('select count(*) as n from told').get()
    db.close()
    return Number(row?.n ?? 0)
  } catch {
    return 0
  }
}
