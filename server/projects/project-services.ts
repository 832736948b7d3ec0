import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Alerts } from '../monitoring/alerts.ts'
import type { LatestChannel } from '../outbox/channel.ts'
import type { SendServices } from '../outbox/send-message.ts'

/** What saving a project causes besides: who else is told of it. */
export interface SaveSettings {
  /** The channels that get the latest state of every project. */
  readonly latestChannels: readonly LatestChannel[]
  /** Whether homeowners get an e-mail about their own project. */
  readonly homeownerCopy: boolean
}

export const latestChannelsOf = ({ firestore }: Pick<Config, 'firestore'>): readonly LatestChannel[] =>
  firestore ? ['document', 'specialist'] : ['specialist']

/** What the routes and jobs of projects share. */
export interface ProjectServices extends SendServices, SaveSettings {
  readonly db: Database
  readonly mailer: Mailer
  readonly alerts: Alerts
  /** The address of the desk, for links in e-mails; null while the desk is off and without SITE_URL. */
  readonly deskUrl: () => string | null
}
