import type { Group } from './harness/fault.ts'
import { hostileRequests } from './hostile/hostile-requests.ts'
import { rateLimit } from './hostile/rate-limit.ts'
import { rawHttp } from './hostile/raw-http.ts'
import { settings } from './hostile/settings.ts'
import { slowClients } from './hostile/slow-clients.ts'
import { emailJsFaults } from './mail/emailjs.ts'
import { mailOutage } from './mail/mail-outage.ts'
import { smtpFaults } from './mail/smtp.ts'
import { smtpSettings } from './mail/smtp-settings.ts'
import { clockJumps } from './process/clock-jumps.ts'
import { codeErrors } from './process/code-errors.ts'
import { deploy } from './process/deploy.ts'
import { killAtPoints } from './process/kill-at-points.ts'
import { killAtRandom } from './process/kill-at-random.ts'
import { poisonRecords } from './process/poison-records.ts'
import { restartTimes } from './process/restart-time.ts'
import { sharedStore } from './servers/shared-store.ts'
import { brokenLogs } from './store/broken-log.ts'
import { corruptFile } from './store/corrupt-file.ts'
import { firestoreFaults } from './store/firestore.ts'
import { postgresFaults } from './store/postgres.ts'
import { powerCut } from './store/power-cut.ts'
import { restoreBackup } from './store/restore-backup.ts'
import { sqliteFaults } from './store/sqlite.ts'
import { tornWrites } from './store/torn-writes.ts'
import { connectionFaults } from './visit/connection.ts'
import { navigationFaults } from './visit/navigation.ts'
import { pageFileFaults } from './visit/page-files.ts'

/** Every group, in the order they run. */
export const groups: readonly Group[] = [
  {
    name: 'process',
    title: 'Process',
    concurrency: 2,
    faults: [
      ...restartTimes,
      ...killAtRandom,
      ...killAtPoints,
      deploy,
      ...codeErrors,
      poisonRecords,
      ...clockJumps,
    ],
  },
  {
    name: 'store',
    title: 'Store',
    concurrency: 3,
    faults: [
      ...postgresFaults,
      ...firestoreFaults,
      ...sqliteFaults,
      corruptFile,
      powerCut,
      tornWrites,
      ...restoreBackup,
      ...brokenLogs,
    ],
  },
  {
    name: 'mail',
    title: 'Mail',
    concurrency: 4,
    faults: [mailOutage, ...smtpFaults, ...smtpSettings, ...emailJsFaults],
  },
  {
    name: 'visit',
    title: 'Visit',
    concurrency: 2,
    faults: [...connectionFaults, ...navigationFaults, ...pageFileFaults],
  },
  {
    name: 'hostile',
    title: 'Hostile input',
    concurrency: 1,
    faults: [rawHttp, settings, hostileRequests, rateLimit, slowClients],
  },
  { name: 'servers', title: 'Several servers', concurrency: 2, faults: sharedStore },
]
