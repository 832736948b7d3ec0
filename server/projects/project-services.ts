import type { Config } from '../config/config.ts'
import type { CurrentSettings, Settings } from '../config/settings.ts'
import type { Database } from '../db/database.ts'
import type { StoredProject } from '../db/project-statements.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { LatestChannel } from '../outbox/channel.ts'
import type { SendServices } from '../outbox/send-message.ts'

/** Which messages saving a project causes. */
export interface SaveSettings {
  /** The channels that get the latest state of every project. */
  readonly latestChannels: readonly LatestChannel[]
  readonly settings: () => Pick<Settings, 'homeownerCopy'>
}

export const latestChannelsOf = ({ firestore }: Pick<Config, 'firestore'>): readonly LatestChannel[] =>
  firestore ? ['document', 'specialist'] : ['specialist']

/** A test has no document: a program that reads the documents would take it for a homeowner's project. */
export const mayGetProject = (channel: LatestChannel, { isTest }: Pick<StoredProject, 'isTest'>) =>
  !(isTest && channel === 'document')

export interface ProjectServices extends SendServices, SaveSettings {
  readonly settings: CurrentSettings
  readonly db: Database
  readonly mailer: Mailer
  /** The address of the desk, for links in emails, or null if the desk is off or SITE_URL is not set. */
  readonly deskUrl: () => string | null
}
