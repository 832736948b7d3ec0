import { number, orNull, query, time } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { describeError } from '../lib/errors.ts'
import { runEvery } from '../lib/run-every.ts'
import type { ProjectServices } from './project-services.ts'
import { ABOVE_LIMIT } from './suspicion.ts'

const INTERVAL_MS = 60_000
const QUIET_MS = 3600_000

/** Reports new suspicious projects, checking once a minute until stopped. */
export function startSuspiciousDigest(services: ProjectServices): { stop(): Promise<void> } {
  const report = createSuspiciousDigest(services)
  return { stop: runEvery(INTERVAL_MS, () => report(new Date())) }
}

/**
 * Returns a function that sends one email about all suspicious projects, if there are new ones and the last email was an
 * hour ago. The first project that is suspicious only because of a limit is reported without this pause, because it may
 * be from an honest visitor. After a restart, all suspicious projects count as new.
 */
export function createSuspiciousDigest({ db, mailer, alerts, log, deskUrl }: ProjectServices) {
  let reportedUpTo = Number.NEGATIVE_INFINITY
  let reportedAt = Number.NEGATIVE_INFINITY
  let reportedAboveLimit = 0
  let running: Promise<void> | null = null

  async function report(now: Date): Promise<void> {
    try {
      const [waiting] = await db.all(selectWaiting)
      if (!waiting?.newest || waiting.newest.getTime() <= reportedUpTo) return
      const { count, aboveLimit, newest } = waiting
      const isFirstAboveLimit = aboveLimit > 0 && reportedAboveLimit === 0
      if (!isFirstAboveLimit && Math.abs(now.getTime() - reportedAt) < QUIET_MS) return
      const url = deskUrl()
      const subject = `${count} suspicious project${count === 1 ? '' : 's'} to review${url === null ? '' : ' at the desk'}`
      const where =
        url === null
          ? 'Release or erase them at the desk, on the Suspicious tab. Without a desk: npm run messages'
          : `Release or erase them: ${url}/suspicious`
      const limited = aboveLimit > 0 ? ` Of these, ${aboveLimit} only exceeded an hourly limit.` : ''
      const text = `Projects that look like spam are not emailed individually.${limited} ${where}`
      // Servers that share a database use the same Message-ID within an hour, and another one after a limit is exceeded.
      const name = `suspicious-${now.toISOString().slice(0, 13)}${aboveLimit > 0 ? '-limit' : ''}`
      if (mailer.sendNotice) await mailer.sendNotice({ name, subject, text })
      // Alerts with the same subject are at least an hour apart.
      else alerts.send(`suspicious projects${aboveLimit > 0 ? ' above a limit' : ''}`, `${subject}. ${text}`)
      reportedUpTo = newest.getTime()
      reportedAt = now.getTime()
      reportedAboveLimit = aboveLimit
    } catch (error) {
      log.warn({ reason: describeError(error) }, 'Suspicious projects could not be reported')
    }
  }

  return (now: Date): Promise<void> => {
    running ??= report(now).finally(() => {
      running = null
    })
    return running
  }
}

const selectWaiting = query(
  sql`select count(*) as count, max("createdAt") as newest,
    coalesce(sum(case when suspicion like ${`${ABOVE_LIMIT}%`} then 1 else 0 end), 0) as "aboveLimit"
    from projects where suspicion <> ''`,
  { count: number, newest: orNull(time), aboveLimit: number },
)
