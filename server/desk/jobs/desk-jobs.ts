import { describeError } from '../../lib/errors.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Alerts } from '../../monitoring/alerts.ts'
import type { Log } from '../../monitoring/log.ts'
import { eraseOldProjects } from '../../projects/retention.ts'
import type { Desk } from '../desk.ts'
import { alertOverdue } from './overdue-alerts.ts'

export interface DeskJobsServices {
  readonly desk: Desk
  readonly mailer: Mailer
  readonly log: Log
  readonly alerts: Alerts
  /** Without ALERT_URL, overdue projects are not checked. */
  readonly hasAlertUrl: boolean
  /** 0 keeps projects forever. */
  readonly retentionDays: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const HOURS_PER_DAY = 24

/** Starts the desk's periodic jobs. Stopping waits for running jobs and writes the remaining visit counts. */
export function startDeskJobs(services: DeskJobsServices): { stop(): Promise<void> } {
  const { desk, log, hasAlertUrl, retentionDays } = services
  const running = new Set<Promise<unknown>>()
  const attempt = (name: string, job: () => Promise<unknown>) => {
    const done = job().catch((error: unknown) => log.warn({ reason: describeError(error) }, `${name} failed`))
    running.add(done)
    void done.finally(() => running.delete(done))
    return done
  }

  const writeCounts = () => attempt('Writing visit counts', () => desk.visitCounts.flush())
  const everyMinute = setInterval(() => {
    void writeCounts()
    if (hasAlertUrl) void attempt('Looking for overdue projects', () => alertOverdue(new Date(), services))
  }, MINUTE)

  // Not at start-up, because a machine's clock may be years off before it is synchronized, and erasing cannot be undone.
  let hours = 0
  const everyHour = setInterval(() => {
    if (retentionDays > 0 && hours % HOURS_PER_DAY === 0)
      void attempt('Erasing old projects', () =>
        eraseOldProjects(retentionDays, new Date(), { ...services, db: desk.db }),
      )
    hours += 1
  }, HOUR)

  return {
    async stop() {
      clearInterval(everyMinute)
      clearInterval(everyHour)
      await writeCounts()
      await Promise.all(running)
    },
  }
}
