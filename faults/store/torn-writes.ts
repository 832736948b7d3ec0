import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createProjectStore } from '../../server/store/create-project-store.ts'
import { openSqlite } from '../../server/store/sqlite/open-sqlite.ts'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { exportedFrom } from '../harness/recovery.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import { traced, whyNoStrace } from '../harness/strace.ts'
import { answersOf, createVisitors, newId } from '../harness/visitor.ts'
import { type Step, stepsOf, TRACED } from './traced-writes.ts'

const SECTOR = 512

type Write = Extract<Step, { kind: 'write' }>

/**
 * Every write and sync of the server is recorded. A disk owes nothing of what was not synced: at each sync
 * and each success told, it is rebuilt with none, some, all and a torn one of the writes since the last.
 */
export const tornWrites: Fault = {
  rows: 'F08',
  name: 'power cut with writes torn, dropped and out of order, rebuilt from a trace of every write',
  needs: whyNoStrace,
  async run(count) {
    await using stage = await createStage()
    const { guide, database } = await guideOnFiles(stage)
    await guide.start()
    const visitors = createVisitors(createOracle())
    await visitors.tryOnce(guide.origin, newId())
    const base = copied(stage, database)
    const trace = join(stage.directory, 'trace')
    const stop = await traced(stage, guide.pid(), ['-o', trace, ...TRACED])
    const ids = Array.from({ length: count('submissions under a trace') }, newId)
    for (const id of ids) await visitors.tryOnce(guide.origin, id)
    await stop()
    await guide.end('SIGKILL')

    const failures: string[] = []
    let [states, lost, toldSoFar] = [0, 0, 0]
    const files = rememberFiles(base, database)
    const names = rememberNames()
    for (const step of stepsOf(readFileSync(trace, 'utf8'))) {
      failures.push(...names.note(step))
      if (step.kind === 'told') toldSoFar += 1
      if (step.kind === 'told' || (step.kind === 'sync' && files.has(step.path))) {
        for (const state of files.crashes()) {
          states += 1
          lost += await lostIn(stage, state, ids.slice(0, toldSoFar)).catch((error: Error) => {
            failures.push(`not whole after a crash: ${error.message}`)
            return 0
          })
        }
      }
      files.note(step)
    }
    if (toldSoFar !== ids.length) failures.push(`the trace has ${toldSoFar} of ${ids.length} successes`)
    if ((await lostIn(stage, base, ids)) === 0)
      failures.push('a disk without all of it has lost nothing: this proves nothing')
    return {
      runs: states,
      lost,
      doubled: 0,
      wrongText: visitors.seen.wrongText,
      longestWaitMs: visitors.seen.longestWaitMs,
      failures: failures.slice(0, 10),
      note: `${ids.length} submissions, ${states} states of the disk`,
    }
  },
}

/** The bytes of each file of the database, by the end of its name. */
type Disk = ReadonlyMap<string, Buffer>

function copied(stage: Stage, database: string): Disk {
  const disk = new Map<string, Buffer>()
  for (const path of [database, `${database}-wal`]) {
    const copy = join(stage.directory, `base-${basename(path)}`)
    copyFileSync(path, copy)
    disk.set(basename(path), readFileSync(copy))
  }
  return disk
}

/** What is surely on the disk, and what was written since. */
function rememberFiles(base: Disk, database: string) {
  const durable = new Map(base)
  const pending = new Map<string, Write[]>([...base.keys()].map((name) => [name, []]))
  const has = (path: string) => dirname(path) === dirname(database) && pending.has(basename(path))
  return {
    has,
    note(step: Step) {
      if ((step.kind !== 'write' && step.kind !== 'sync') || !has(step.path)) return
      const name = basename(step.path)
      const writes = pending.get(name) ?? []
      if (step.kind === 'write') return void writes.push(step)
      durable.set(name, withWrites(durable.get(name), writes))
      pending.set(name, [])
    },
    *crashes(): Generator<Disk> {
      const kept: ((writes: readonly Write[]) => readonly Write[])[] = [
        () => [],
        (writes) => writes,
        (writes) => writes.slice(1),
        (writes) => writes.slice(0, -1),
        (writes) => writes.filter(() => Math.random() < 0.5),
        (writes) => writes.map((write, index) => (index === writes.length - 1 ? torn(write) : write)),
      ]
      for (const keep of kept)
        yield new Map(
          [...durable].map(([name, bytes]) => [name, withWrites(bytes, keep(pending.get(name) ?? []))]),
        )
    },
  }
}

function torn(write: Write): Write {
  const sectors = Math.floor(Math.random() * (write.bytes.length / SECTOR))
  return { ...write, bytes: write.bytes.subarray(0, sectors * SECTOR) }
}

function withWrites(before: Buffer = Buffer.alloc(0), writes: readonly Write[]): Buffer {
  const length = Math.max(before.length, ...writes.map(({ offset, bytes }) => offset + bytes.length))
  const after = Buffer.alloc(length)
  before.copy(after)
  for (const { bytes, offset } of writes) bytes.copy(after, offset)
  return after
}

/** How many of those told as saved are not in what the crash left. */
async function lostIn(stage: Stage, disk: Disk, told: readonly string[]): Promise<number> {
  const directory = mkdtempSync(join(stage.directory, 'crash-'))
  for (const [name, bytes] of disk) writeFileSync(join(directory, name), bytes)
  const oracle = createOracle()
  for (const id of told) {
    oracle.asked(id, answersOf(id))
    oracle.told(id, 'success')
  }
  const store = createProjectStore(openSqlite(join(directory, 'projects.db')))
  try {
    const sent = told.map((projectId) => ({ projectId, messageId: projectId, revision: 1 }))
    return oracle.verdict(await exportedFrom(store), sent).lost.length
  } finally {
    await store.close()
    rmSync(directory, { recursive: true })
  }
}

/**
 * An e-mail's name must not appear before its content is on the disk, nor a success be told before the name is.
 * One submission comes after the other, so each has its name by then: a trace without names would prove nothing.
 */
function rememberNames() {
  const unsynced = new Set<string>()
  const fresh = new Set<string>()
  let [named, told] = [0, 0]
  return {
    note(step: Step): readonly string[] {
      if (step.kind === 'write') unsynced.add(step.path)
      if (step.kind === 'sync') {
        unsynced.delete(step.path)
        for (const name of fresh) if (dirname(name) === step.path) fresh.delete(name)
      }
      if (step.kind === 'name') {
        named += 1
        fresh.add(step.to)
        if (unsynced.has(step.from)) return ['an e-mail had its name before its content was on the disk']
      }
      if (step.kind !== 'told') return []
      told += 1
      if (named < told) return ['told before the e-mail had its name']
      return fresh.size > 0 ? ['told before the e-mail’s name was on the disk'] : []
    },
  }
}
