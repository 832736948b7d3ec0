import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../harness/fault.ts'
import type { Sandbox } from '../harness/sandbox.ts'
import { createServer } from '../harness/server.ts'
import { checkStrace, inject } from '../harness/strace.ts'
import { testBrokenStore } from './broken-store.ts'

export const needsRoot = () => (process.getuid?.() === 0 ? null : 'only root can do this')

/** System calls on the log that start to fail. */
const failingCalls = [
  { rows: 'F09', name: 'fsync fails (EIO)', calls: 'fsync', error: 'EIO' },
  { rows: 'F12', name: 'the disk becomes read-only (EROFS)', calls: 'pwrite64', error: 'EROFS' },
]

/** A disk of three megabytes that holds the projects or the emails is full, except for some bytes. */
const fullDisks = [
  // Room for a page or two but not for a project: a check that writes one page finds nothing wrong.
  { rows: 'F10', holds: 'projects', freeBytes: 12_288 },
  { rows: 'F11', holds: 'email files', freeBytes: 0 },
]

export const sqliteFaults: readonly Fault[] = [
  ...failingCalls.map(
    ({ rows, name, calls, error }): Fault => ({
      rows,
      name: `SQLite: ${name}`,
      needs: checkStrace,
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
  ...fullDisks.map(
    ({ rows, holds, freeBytes }): Fault => ({
      rows,
      name: `SQLite: disk full, ${holds}`,
      needs: needsRoot,
      short: rows === 'F10',
      async run(trial) {
        const disk = await mountSmallDisk(trial)
        const env =
          holds === 'projects'
            ? { DATABASE_URL: `sqlite:${join(disk, 'projects.db')}` }
            : { MAIL_URL: `file:${join(disk, 'outbox')}` }
        const server = await createServer(trial, { env })
        const breakIt = async () => fill(disk, freeBytes)
        return testBrokenStore(trial, { server, breakIt, runs: 2, notReady: true })
      },
    }),
  ),
  {
    rows: 'F16',
    name: 'SQLite: no file descriptor is left',
    needs: needsRoot,
    async run(trial) {
      const server = await createServer(trial)
      const limit = (max: number) =>
        execFileSync('prlimit', ['--pid', String(server.pid()), `--nofile=${max}:20000`])
      const breakIt = async () => {
        // Open sockets stay open; no file or connection can be opened.
        limit(4)
        return () => limit(20_000)
      }
      return testBrokenStore(trial, { server, breakIt, expect: ['failure', 'unknown'] })
    },
  },
]

async function mountSmallDisk(sandbox: Sandbox): Promise<string> {
  const disk = join(sandbox.directory, 'disk')
  await mkdir(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m,mode=700', 'kitchen-guide-faults', disk])
  sandbox.defer(() => execFileSync('umount', ['-l', disk]))
  return disk
}

/** Fills the disk except for some bytes, and returns a function that empties it. */
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
