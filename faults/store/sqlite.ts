import { execFileSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Fault } from '../harness/fault.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { createStage } from '../harness/stage.ts'
import { inject, whyNoStrace } from '../harness/strace.ts'
import { brokenStore } from './broken-store.ts'
import { needsRoot, smallDisk } from './small-disk.ts'

const failingCalls = (rows: string, name: string, calls: string, error: string): Fault => ({
  rows,
  name,
  needs: whyNoStrace,
  async run() {
    await using stage = await createStage()
    const { guide, database, arrived } = await guideOnFiles(stage)
    const breakIt = () =>
      inject(stage, guide.pid(), { calls, fault: `error=${error}`, when: '1+', path: `${database}-wal` })
    return await brokenStore({ guide, arrived, breakIt, runs: 2 })
  },
})

export const breakSqlite: readonly Fault[] = [
  failingCalls('F09', 'fsync fails (EIO)', 'fsync', 'EIO'),
  failingCalls('F12', 'the disk has become read-only (EROFS)', 'pwrite64', 'EROFS'),
  failingCalls('F10', 'writing fails with a full disk (ENOSPC)', 'pwrite64', 'ENOSPC'),
  {
    rows: 'F10',
    name: 'disk full, projects',
    needs: needsRoot,
    async run() {
      await using stage = await createStage()
      const { disk, fill } = await smallDisk(stage)
      const { guide, arrived } = await guideOnFiles(stage, {
        DATABASE_URL: `sqlite:${join(disk, 'projects.db')}`,
      })
      // Room for a page or two, but for no project: a look that writes one page alone finds nothing wrong.
      const breakIt = () => fill(12 * 1024)
      return await brokenStore({ guide, arrived, breakIt, runs: 2, showsNotReady: true })
    },
  },
  {
    rows: 'F11',
    name: 'disk full, e-mail files',
    needs: needsRoot,
    async run() {
      await using stage = await createStage()
      const { disk, fill } = await smallDisk(stage)
      const { guide, arrived } = await guideOnFiles(stage, { MAIL_URL: `file:${join(disk, 'outbox')}` })
      return await brokenStore({ guide, arrived, breakIt: fill, runs: 2, showsNotReady: true })
    },
  },
  {
    rows: 'F15',
    name: 'another process holds the lock',
    async run() {
      await using stage = await createStage()
      const { guide, database, arrived } = await guideOnFiles(stage)
      const breakIt = async () => {
        const other = new DatabaseSync(database)
        other.exec('begin exclusive')
        return async () => other.close()
      }
      return await brokenStore({ guide, arrived, breakIt })
    },
  },
  {
    rows: 'F13',
    name: 'the file is moved away and put back',
    async run() {
      await using stage = await createStage()
      const { guide, database, arrived } = await guideOnFiles(stage)
      const breakIt = async () => {
        renameSync(database, `${database}.moved`)
        return async () => renameSync(`${database}.moved`, database)
      }
      return await brokenStore({ guide, arrived, breakIt, showsNotReady: true })
    },
  },
  {
    rows: 'F16',
    name: 'no file descriptor left',
    needs: needsRoot,
    async run() {
      await using stage = await createStage()
      const { guide, arrived } = await guideOnFiles(stage)
      const limit = (most: number) =>
        execFileSync('prlimit', ['--pid', String(guide.pid()), `--nofile=${most}:20000`])
      const breakIt = async () => {
        // Sockets that are open stay so; neither a file nor a connection is opened any more.
        limit(4)
        return async () => limit(20_000)
      }
      return await brokenStore({ guide, arrived, breakIt, meanwhile: ['failure', 'unknown'] })
    },
  },
]
