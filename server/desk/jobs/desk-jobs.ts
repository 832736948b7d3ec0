import type { CurrentSettings } from '../../config/settings.ts'
import { describeError } from '../../lib/errors.ts'
import { runEvery } from '../../lib/run-every.ts'
import type { ProjectServices } from '../../projects/project-services.ts'
import { eraseOldProjects } from '../../projects/retention.ts'
import type { Desk } from '../desk.ts'
import { alertOverdue } from './overdue-alerts.ts'

export interface DeskJobsServices extends Pick<ProjectServices, 'mailer' | 'log' | 'alerts'> {
  readonly desk: Desk
  /** Without ALERT_URL, overdue projects are not checked. */
  readonly hasAlertUrl: boolean
  readonly settings: CurrentSettings
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const HOURS_PER_DAY = 24

/** Starts the desk's periodic jobs. Stopping waits for running jobs and writes the remaining visit counts. */
export function startDeskJobs(services: DeskJobsServices): { stop(): Promise<void> } {
  const { desk, log, hasAlertUrl, settings } = services
  const attempt = (name: string, job: () => Promise<unknown>) =>
    job().catch((error: unknown) => log.warn({ reason: describeError(error) }, `${name} failed`))
  const writeCounts = () => attempt('Writing visit counts', () => desk.visitCounts.flush())
  const findOverdue = async () => {
    if (hasAlertUrl) await attempt('Looking for overdue projects', () => alertOverdue(new Date(), services))
  }
  // Not at start-up, because a machine's clock may be years off before it is synchronized, and erasing cannot be undone.
  let hours = 0
  const eraseDaily = async () => {
    const { retentionDays } = settings()
    if (retentionDays > 0 && hours++ % HOURS_PER_DAY === 0)
      await attempt('Erasing old projects', () =>
        eraseOldProjects(retentionDays, new Date(), { ...services, db: desk.db }),
      )
  }
  const stops = [runEvery(MINUTE, writeCounts), runEvery(MINUTE, findOverdue), runEvery(HOUR, eraseDaily)]
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      await writeCounts()
    },
  }
}
