import { describeError } from '../../lib/errors.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Alerts } from '../../monitoring/alerts.ts'
import type { Log } from '../../monitoring/log.ts'
import type { Desk } from '../desk.ts'
import { alertOverdue } from './overdue-alerts.ts'
import { eraseOldProjects } from './retention.ts'

export interface DeskJobsServices {
  readonly desk: Desk
  readonly mailer: Mailer
  readonly log: Log
  readonly alerts: Alerts
  /** Whether anybody hears of projects that wait for long. */
  readonly hasAlertUrl: boolean
  readonly retentionDays: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const HOURS_OF_DAY = 24
/** The desk's background jobs: write visit counts, alert about overdue projects, erase old ones. */
export function startDeskJobs(services: DeskJobsServices): { stop(): Promise<void> } {
  const { desk, log, hasAlertUrl, retentionDays } = services
  const running = new Set<Promise<unknown>>()
  const attempt = (what: string, work: () => Promise<unknown>) => {
    const done = work().catch((error: unknown) =>
      log.warn({ reason: describeError(error) }, `${what} failed`),
    )
    running.add(done)
    void done.finally(() => running.delete(done))
    return done
  }

  const flush = () => attempt('Writing the counts of steps', () => desk.visitCounts.flush())
  const erase = () => attempt('Erasing by age', () => eraseOldProjects(retentionDays, new Date(), services))
  const everyMinute = setInterval(() => {
    void flush()
    if (hasAlertUrl) void attempt('Looking for hot projects', () => alertOverdue(new Date(), services))
  }, MINUTE)
  // Not at the start: a machine whose clock is years ahead learns the time within minutes, and what is erased is gone.
  let hours = 0
  const everyHour = setInterval(() => {
    if (retentionDays > 0 && hours % HOURS_OF_DAY === 0) void erase()
    hours += 1
  }, HOUR)
  return {
    async stop() {
      clearInterval(everyMinute)
      clearInterval(everyHour)
      await flush()
      await Promise.all(running)
    },
  }
}
