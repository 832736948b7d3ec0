import { describeError } from '../lib/errors.ts'
import type { Notice } from '../mail/mailer.ts'
import type { ProjectServices } from './project-services.ts'
import { countSuspicious } from './suspicious.ts'

const INTERVAL_MS = 60_000
const QUIET_MS = 3600_000

/** Reports new suspicious projects once a minute, and at most once an hour, until stopped. */
export function startSuspiciousDigest(services: ProjectServices): { stop(): Promise<void> } {
  const report = createSuspiciousDigest(services)
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = report(new Date())
  }, INTERVAL_MS)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Returns a function that sends one message about all suspicious projects, if there are new ones and the last message
 * was an hour ago. After a restart those that wait count as new, so that none is forgotten.
 */
export function createSuspiciousDigest({ db, mailer, alerts, log, deskUrl }: ProjectServices) {
  let reported = 0
  let reportedAt = Number.NEGATIVE_INFINITY

  return async function report(now: Date): Promise<void> {
    try {
      const count = await countSuspicious(db)
      reported = Math.min(reported, count)
      if (count === reported || Math.abs(now.getTime() - reportedAt) < QUIET_MS) return
      const notice = noticeOf(count, deskUrl(), now)
      if (mailer.sendNotice) await mailer.sendNotice(notice)
      else alerts.send('suspicious projects', `${notice.subject}. ${notice.text}`)
      reported = count
      reportedAt = now.getTime()
    } catch (error) {
      log.warn({ reason: describeError(error) }, 'Suspicious projects could not be reported')
    }
  }
}

/** Servers that share a database send the same Message-ID within an hour. */
const noticeOf = (count: number, deskUrl: string | null, now: Date): Notice => ({
  name: `suspicious-${now.toISOString().slice(0, 13)}`,
  subject: `${count === 1 ? '1 suspicious project waits' : `${count} suspicious projects wait`}${deskUrl === null ? '' : ' at the desk'}`,
  text: `Projects that look like spam are not e-mailed one by one. ${
    deskUrl === null
      ? 'Release or delete them at the desk, on the tab Suspicious. Without a desk: npm run messages'
      : `Release or delete them: ${deskUrl}/suspicious`
  }`,
})
