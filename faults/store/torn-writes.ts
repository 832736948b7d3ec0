import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { startServer } from '../harness/server.ts'
import { exportProjects, withStore } from '../harness/store.ts'
import { trace, whyNoStrace } from '../harness/strace.ts'
import type { Trial } from '../harness/trial.ts'
import { answersOf, newId, newIds } from '../harness/visitors.ts'

/** What the server did to its files, and when it reported a success, in the order of the trace. */
type Step =
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Buffer; readonly offset: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'success' }
type Write = Extract<Step, { kind: 'write' }>

/** The contents of the database files, by file name. */
type Disk = ReadonlyMap<string, Buffer>

/**
 * Every write and sync of the server is recorded. A disk may lose, reorder or tear what was not synced, so at each
 * sync and each success the disk is rebuilt with none, some and all of the writes since the last sync.
 */
export const tornWrites: Fault = {
  rows: 'F08',
  name: 'SQLite: a power cut with writes torn, dropped and reordered, rebuilt from a trace of every write',
  needs: whyNoStrace,
  async run(trial) {
    const { visitors, failures } = trial
    const server = await startServer(trial)
    await visitors.submit(server.origin, newId())
    const files = [server.database, `${server.database}-wal`]
    const base: Disk = new Map(files.map((path) => [basename(path), readFileSync(path)]))
    const output = join(trial.directory, 'trace')
    const stop = await trace(trial, server.pid(), ['-o', output, ...STRACE_OPTIONS])
    const ids = newIds(trial.count(100))
    for (const id of ids) await visitors.submit(server.origin, id)
    await stop()
    await server.end('SIGKILL')

    let [states, lost, successes] = [0, 0, 0]
    const durable = new Map(base)
    const pending = new Map<string, Write[]>(files.map((path) => [path, []]))
    const findMailMistake = createMailCheck()
    for (const step of parseTrace(readFileSync(output, 'utf8'))) {
      const mistake = findMailMistake(step)
      if (mistake) failures.push(mistake)
      if (step.kind === 'success') successes += 1
      const writes = 'path' in step ? pending.get(step.path) : undefined
      if (step.kind === 'success' || (step.kind === 'sync' && writes)) {
        for (const disk of crashStates(durable, pending)) {
          states += 1
          lost += await countLost(trial, disk, ids.slice(0, successes)).catch((error: Error) => {
            failures.push(`damaged by a crash: ${error.message}`)
            return 0
          })
        }
      }
      if (!writes || !('path' in step)) continue
      if (step.kind === 'write') writes.push(step)
      else durable.set(basename(step.path), applyWrites(durable.get(basename(step.path)), writes.splice(0)))
    }
    if (successes !== ids.length) failures.push(`the trace has ${successes} of ${ids.length} successes`)
    if ((await countLost(trial, base, ids)) === 0)
      failures.push('the control without the writes lost nothing, so this proves nothing')
    trial.notes.push(`${ids.length} submissions, ${states} states of the disk`)
    return trial.result(states, { lost })
  },
}

/** What a crash may leave: none, all, or some of the unsynced writes, with the last one torn. */
function* crashStates(durable: Disk, pending: ReadonlyMap<string, readonly Write[]>): Generator<Disk> {
  const choices: readonly ((writes: readonly Write[]) => readonly Write[])[] = [
    () => [],
    (writes) => writes,
    (writes) => writes.slice(1),
    (writes) => writes.slice(0, -1),
    (writes) => writes.filter(() => Math.random() < 0.5),
    (writes) => writes.map((write, index) => (index === writes.length - 1 ? tear(write) : write)),
  ]
  for (const choose of choices)
    yield new Map(
      [...pending].map(([path, writes]) => {
        const name = basename(path)
        return [name, applyWrites(durable.get(name), choose(writes))]
      }),
    )
}

const SECTOR = 512

function tear(write: Write): Write {
  const sectors = Math.floor(Math.random() * (write.bytes.length / SECTOR))
  return { ...write, bytes: write.bytes.subarray(0, sectors * SECTOR) }
}

function applyWrites(before: Buffer = Buffer.alloc(0), writes: readonly Write[]): Buffer {
  const length = Math.max(before.length, ...writes.map(({ offset, bytes }) => offset + bytes.length))
  const after = Buffer.alloc(length)
  before.copy(after)
  for (const { bytes, offset } of writes) bytes.copy(after, offset)
  return after
}

/** How many promised projects the rebuilt disk does not have. */
async function countLost({ directory }: Trial, disk: Disk, promised: readonly string[]): Promise<number> {
  const crash = mkdtempSync(join(directory, 'crash-'))
  for (const [name, bytes] of disk) writeFileSync(join(crash, name), bytes)
  const oracle = createOracle()
  for (const id of promised) {
    oracle.submitted(id, answersOf(id))
    oracle.saw(id, 'success')
  }
  const emails = promised.map((projectId) => ({ projectId, messageId: projectId, revision: 1 }))
  try {
    const env = { DATABASE_URL: `sqlite:${join(crash, 'projects.db')}`, MAIL_TO: 'owner@kitchens.example' }
    return oracle.verdict(await withStore(env, exportProjects), emails).lost.length
  } finally {
    rmSync(crash, { recursive: true })
  }
}

/**
 * Finds an e-mail that gets its name before its content is synced, and a success reported before the name is synced.
 * Submissions come one after the other, so each success must have its own rename before it.
 */
function createMailCheck() {
  const unsynced = new Set<string>()
  const unsyncedNames = new Set<string>()
  let [renames, successes] = [0, 0]
  return (step: Step): string | null => {
    if (step.kind === 'write') unsynced.add(step.path)
    if (step.kind === 'sync') {
      unsynced.delete(step.path)
      for (const name of unsyncedNames) if (dirname(name) === step.path) unsyncedNames.delete(name)
    }
    if (step.kind === 'rename') {
      renames += 1
      unsyncedNames.add(step.to)
      if (unsynced.has(step.from)) return 'an e-mail got its name before its content was synced'
    }
    if (step.kind !== 'success') return null
    successes += 1
    if (renames < successes) return 'a success was reported before the e-mail got its name'
    return unsyncedNames.size > 0 ? 'a success was reported before the name of the e-mail was synced' : null
  }
}

const CALLS = 'pwrite64,write,writev,fsync,fdatasync,rename,renameat,renameat2'
/** `-y` prints the file of a descriptor, `-xx` prints every byte as `\x..`. */
const STRACE_OPTIONS = ['-y', '-xx', '-s', '1000000', '-e', `trace=${CALLS}`]
const SUCCESS = [...Buffer.from('HTTP/1.1 201')].map((byte) => `\\x${byte.toString(16)}`).join('')
const ON_FILE = /^(\d+) +(pwrite64|write|fsync|fdatasync)\(\d+<([^>]*)>(?:, "([^"]*)", \d+(?:, (\d+))?)?/
const RESUMED = /^(\d+) +<\.\.\. (?:fsync|fdatasync) resumed>/
const RENAMED = /^\d+ +rename(?:at2?)?\((?:AT_FDCWD<[^>]*>, )?"([^"]*)", (?:AT_FDCWD<[^>]*>, )?"([^"]*)"/

const bytesOf = (hex = '') => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

/** Parses the output of strace. A sync that was interrupted by another thread counts from its end. */
function* parseTrace(text: string): Generator<Step> {
  const syncing = new Map<string, string>()
  for (const line of text.split('\n')) {
    const resumed = RESUMED.exec(line)
    if (resumed) yield { kind: 'sync', path: syncing.get(resumed[1] ?? '') ?? '' }
    const renamed = RENAMED.exec(line)
    if (renamed) yield { kind: 'rename', from: `${bytesOf(renamed[1])}`, to: `${bytesOf(renamed[2])}` }
    if (line.includes(SUCCESS)) yield { kind: 'success' }
    const [, thread = '', call, file = '', hex, offset] = ON_FILE.exec(line) ?? []
    const path = file.startsWith('\\x') ? `${bytesOf(file)}` : file
    // Sockets and pipes have no path.
    if (call === undefined || !path.startsWith('/')) continue
    if (hex !== undefined) yield { kind: 'write', path, bytes: bytesOf(hex), offset: Number(offset ?? 0) }
    else if (line.includes('<unfinished')) syncing.set(thread, path)
    else yield { kind: 'sync', path }
  }
}
