import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Config } from '../config/config.ts'
import { describeError } from '../lib/errors.ts'
import type { Alerts } from '../monitoring/alerts.ts'
import type { Log } from '../monitoring/log.ts'

export interface BackupStatus {
  /** `none` without BACKUP_DIR or before the first backup; `failed` if the last backup failed or is too old. */
  readonly state: 'ok' | 'failed' | 'none'
  /** When the last good backup started. */
  readonly at: Date | null
}

export interface DailyBackups {
  status(): BackupStatus
  stop(): Promise<void>
}

interface Services {
  readonly log: Log
  readonly alerts: Alerts
  readonly make?: (file: string, signal: AbortSignal) => Promise<unknown>
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Less than a day, because the age is checked once an hour. */
const DUE_MS = 23 * HOUR_MS
const LATE_MS = 36 * HOUR_MS
const MAX_RUN_MS = 12 * HOUR_MS
const KEPT = 14

/** Only files with a name like this are counted and deleted. */
const NAME = /^kitchen-guide-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.db(?:\.age)?$/

/** Makes a backup in BACKUP_DIR every day, and keeps the newest ones. A failed backup is retried after an hour. */
export function startDailyBackups(
  { backupDir: directory, backupPassphrase }: Config,
  { log, alerts, make = runCommand }: Services,
): DailyBackups {
  if (directory === null) return { status: () => ({ state: 'none', at: null }), stop: async () => {} }
  const suffix = backupPassphrase === null ? 'db' : 'db.age'
  const stopping = new AbortController()
  let running = Promise.resolve()
  let at: Date | null = null
  let hasFailed = false

  const isOlder = (ms: number) => at === null || Date.now() - at.getTime() >= ms
  const look = () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    at = newest(directory)
  }
  const fail = (error: unknown) => {
    hasFailed = true
    log.error({ reason: reasonOf(error) }, 'The backup failed')
    if (isOlder(LATE_MS))
      alerts.send(
        'backup',
        `The last good backup is older than ${LATE_MS / HOUR_MS} hours, or there is none.`,
      )
  }
  const makeIfDue = async () => {
    try {
      look()
      if (!isOlder(DUE_MS)) return
      await make(join(directory, `kitchen-guide-${timestamp(new Date())}.${suffix}`), stopping.signal)
      look()
      hasFailed = false
      log.info('A backup was made')
      for (const name of backupsIn(directory).slice(0, -KEPT)) rmSync(join(directory, name))
    } catch (error) {
      if (!stopping.signal.aborted) fail(error)
    }
  }

  const begin = () => {
    running = running.then(makeIfDue)
  }
  try {
    look()
  } catch (error) {
    fail(error)
  }
  // Not right away, because a server that keeps restarting would do nothing else.
  const first = setTimeout(begin, MINUTE_MS)
  const hourly = setInterval(begin, HOUR_MS)
  return {
    status: () => ({ state: hasFailed || (at && isOlder(LATE_MS)) ? 'failed' : at ? 'ok' : 'none', at }),
    async stop() {
      clearTimeout(first)
      clearInterval(hourly)
      stopping.abort()
      await running
    },
  }
}

const COMMAND = fileURLToPath(new URL('../cli/backup.ts', import.meta.url))

/** Runs in a separate process, because encryption blocks the event loop for seconds. */
const runCommand = (file: string, signal: AbortSignal) =>
  promisify(execFile)(process.execPath, [COMMAND, file], { signal, timeout: MAX_RUN_MS })

const reasonOf = (error: unknown): string => String(Object(error).stderr ?? '').trim() || describeError(error)

/** Oldest first. */
const backupsIn = (directory: string) =>
  readdirSync(directory)
    .filter((name) => NAME.test(name))
    .sort()

/** When the newest backup started. Ignores times in the future, because the clock may have been wrong. */
function newest(directory: string): Date | null {
  const times = backupsIn(directory).map((name) => new Date(name.replace(NAME, '$1:$2:$3Z')))
  return times.findLast((time) => time.getTime() <= Date.now()) ?? null
}

const timestamp = (date: Date) => `${date.toISOString().slice(0, 19).replaceAll(':', '')}Z`
