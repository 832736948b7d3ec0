import type { FastifyBaseLogger } from 'fastify'
import type { Business } from '../questionnaire/business.ts'
import type { Alarm } from './alarm.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics.ts'
import type { ProjectStore } from './store/project-store.ts'

/** The built page, as dist/page/page.js exports it: each answer is a whole HTML document. */
export interface Page {
  renderLanding(business: Business): string
  renderNotFound(business: Business): string
  renderDesk(business: Business): string
}

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** What saving and telling need. */
export interface DeliveryServices {
  readonly store: ProjectStore
  readonly mailer: Mailer
  readonly log: Log
  readonly metrics: Metrics
  readonly alarm: Alarm
}
