import { documentFaults } from './documents/document-faults.ts'
import type { Group } from './harness/fault.ts'
import { hostileRequests } from './hostile/hostile-requests.ts'
import { rawHttp } from './hostile/raw-http.ts'
import { pipelinedRequests, slowClients } from './hostile/slow-clients.ts'
import { spamFlood } from './hostile/spam-flood.ts'
import { staffFloods } from './hostile/staff-floods.ts'
import { emailJsFaults } from './mail/emailjs.ts'
import { mailOutage } from './mail/mail-outage.ts'
import { smtpFaults } from './mail/smtp.ts'
import { gatheredUpdates } from './outbox/gathered-updates.ts'
import { hangingChannels } from './outbox/hanging-channels.ts'
import { oldBackup } from './outbox/old-backup.ts'
import { deploy } from './process/deploy.ts'
import { killAtPoints } from './process/kill-at-points.ts'
import { killAtRandom } from './process/kill-at-random.ts'
import { sharedStore } from './servers/shared-store.ts'
import { migrationFaults } from './store/migration.ts'
import { postgresFaults } from './store/postgres.ts'
import { powerCut } from './store/power-cut.ts'
import { sqliteFaults } from './store/sqlite.ts'
import { visitFaults } from './visit/visit-faults.ts'
import { webhookFaults } from './webhooks/webhook-faults.ts'

/** Every group, in the order they run. */
export const groups: readonly Group[] = [
  {
    name: 'process',
    title: 'Process',
    concurrency: 2,
    faults: [...killAtRandom, ...killAtPoints, deploy],
  },
  {
    name: 'store',
    title: 'Store',
    concurrency: 3,
    faults: [...postgresFaults, ...sqliteFaults, powerCut, ...migrationFaults],
  },
  { name: 'documents', title: 'Documents', concurrency: 2, faults: documentFaults },
  {
    name: 'mail',
    title: 'Mail',
    concurrency: 4,
    faults: [mailOutage, ...smtpFaults, ...emailJsFaults],
  },
  // Run alone, because the time of submissions is measured.
  {
    name: 'outbox',
    title: 'Outbox',
    concurrency: 1,
    faults: [gatheredUpdates, hangingChannels, oldBackup],
  },
  { name: 'webhooks', title: 'Webhooks', concurrency: 2, faults: webhookFaults },
  { name: 'visit', title: 'Visit', concurrency: 2, faults: visitFaults },
  {
    name: 'hostile',
    title: 'Hostile input',
    concurrency: 1,
    faults: [rawHttp, hostileRequests, slowClients, pipelinedRequests, spamFlood, ...staffFloods],
  },
  { name: 'servers', title: 'Several servers', concurrency: 2, faults: sharedStore },
]
