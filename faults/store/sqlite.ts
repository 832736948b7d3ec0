import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Fault, Unavailable } from '../harness/fault.ts'
import type { Sandbox } from '../harness/sandbox.ts'
import { createServer, type Server } from '../harness/server.ts'
import { inject, whyNoStrace } from '../harness/strace.ts'
import { testBrokenStore } from './broken-store.ts'

export const needsRoot = () => (process.getuid?.() === 0 ? null : 'only root can do this')

/** System calls on the log that start to fail. */
const failingCalls = [
  { rows: 'F09', name: 'fsync fails (EIO)', calls: 'fsync', error: 'EIO' },
  { rows: 'F12', name: 'the disk becomes read-only (EROFS)', calls: 'pwrite64', error: 'EROFS' },
  { rows: 'F10', name: 'writing fails on a full disk (ENOSPC)', calls: 'pwrite64', error: 'ENOSPC' },
]

/** Faults of a disk of three megabytes that holds the projects or the e-mails. */
const diskFaults = [
  // Room for a page or two but not for a project: a check that writes one page finds nothing wrong.
  { rows: 'F10', name: 'disk full, projects', on: 'projects', breakIt: (disk: string) => fill(disk, 12_288) },
  { rows: 'F11', name: 'disk full, e-mail files', on: 'e-mails', breakIt: (disk: string) => fill(disk, 0) },
  {
    rows: 'F12',
    name: 'the disk of the e-mail files is remounted read-only',
    on: 'e-mails',
    breakIt: remount,
  },
]

/** Faults of the open database file. */
const fileFaults: readonly {
  readonly rows: string
  readonly name: string
  readonly needs?: () => string | null
  readonly notReady?: boolean
  readonly mayHang?: boolean
  readonly breakIt: (server: Server, sandbox: Sandbox) => () => unknown
}[] = [
  {
    rows: 'F15',
    name: 'another process holds the lock',
    breakIt({ database }) {
      const other = new DatabaseSync(database)
      other.exec('begin exclusive')
      return () => other.close()
    },
  },
  {
    rows: 'F13',
    name: 'the file is moved away and put back',
    notReady: true,
    breakIt({ database }) {
      renameSync(database, `${database}.moved`)
      return () => renameSync(`${database}.moved`, database)
    },
  },
  {
    rows: 'F12',
    name: 'the files are made immutable and mutable again',
    needs: needsRoot,
    notReady: true,
    breakIt({ database }, sandbox) {
      const files = [database, `${database}-wal`]
      sandbox.defer(() => changeAttribute('-i', files))
      changeAttribute('+i', files)
      return () => changeAttribute('-i', files)
    },
  },
  {
    rows: 'F16',
    name: 'no file descriptor is left',
    needs: needsRoot,
    mayHang: true,
    breakIt(server) {
      const limit = (most: number) =>
        execFileSync('prlimit', ['--pid', String(server.pid()), `--nofile=${most}:20000`])
      // Open sockets stay open; no file or connection can be opened.
      limit(4)
      return () => limit(20_000)
    },
  },
]

export const sqliteFaults: readonly Fault[] = [
  ...failingCalls.map(
    ({ rows, name, calls, error }): Fault => ({
      rows,
      name: `SQLite: ${name}`,
      needs: whyNoStrace,
      async run(trial) {
        const server = await createServer(trial)
        const breakIt = () =>
          inject(trial, server.pid(), {
            calls,
            fault: `error=${error}`,
            when: '1+',
            path: `${server.database}-wal`,
          })
        return testBrokenStore(trial, { server, breakIt, runs: 2 })
      },
    }),
  ),
  ...diskFaults.map(
    ({ rows, name, on, breakIt }): Fault => ({
      rows,
      name: `SQLite: ${name}`,
      needs: needsRoot,
      short: rows === 'F10',
      async run(trial) {
        const disk = await mountSmallDisk(trial)
        const env = {
          ...(on === 'projects'
            ? { DATABASE_URL: `sqlite:${join(disk, 'projects.db')}` }
            : { MAIL_URL: `file:${join(disk, 'outbox')}` }),
        }
        const server = await createServer(trial, { env })
        return testBrokenStore(trial, { server, breakIt: async () => breakIt(disk), runs: 2, notReady: true })
      },
    }),
  ),
  ...fileFaults.map(
    ({ rows, name, needs, notReady, mayHang, breakIt }): Fault => ({
      rows,
      name: `SQLite: ${name}`,
      ...(needs && { needs }),
      async run(trial) {
        const server = await createServer(trial)
        return testBrokenStore(trial, {
          server,
          breakIt: async () => breakIt(server, trial),
          expect: mayHang ? ['failure', 'unknown'] : ['failure'],
          ...(notReady && { notReady }),
        })
      },
    }),
  ),
]

async function mountSmallDisk(sandbox: Sandbox): Promise<string> {
  const disk = join(sandbox.directory, 'disk')
  await mkdir(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m,mode=700', 'kitchen-guide-faults', disk])
  sandbox.defer(() => execFileSync('umount', ['-l', disk]))
  return disk
}

/** Fills the disk except for some bytes, and returns how to empty it. */
function fill(disk: string, freeBytes: number): () => void {
  const filler = join(disk, 'filler')
  for (const size of [1 << 16, 1 << 12, 1 << 9]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // No room for another block of this size.
    }
  }
  const { bavail } = statfsSync(disk)
  if (bavail > 0) throw new Error(`The disk has room for ${bavail} more blocks`)
  truncateSync(filler, statSync(filler).size - freeBytes)
  return () => rmSync(filler)
}

function remount(disk: string): () => void {
  const change = (mode: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${mode}`, disk])
  change('ro')
  return () => change('rw')
}

function changeAttribute(attribute: '+i' | '-i', files: readonly string[]) {
  try {
    execFileSync('chattr', [attribute, ...files], { stdio: 'ignore' })
  } catch {
    throw new Unavailable('files cannot be made immutable on this disk')
  }
}
