import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../server/testing/server-process.ts'
import { type MailSink, startServer } from '../harness/server.ts'
import type { Result, Trial } from '../harness/trial.ts'
import { newId } from '../harness/visitors.ts'

/** Time for the log to reach its file. */
const LOG_MS = 500
/** Time for several rounds of the retry loop. */
const SEVERAL_ROUNDS_MS = 4000
/** An attempt may last half a lease; after that the retry loop has tried again. */
const RETRY_MS = 45_000

/** The expected effects of a mail fault. By default it is temporary, and the retry loop sends the email afterwards. */
export interface Expected {
  /** Only a change of settings helps: the loop waits an hour, and the visitor's retry sends it. */
  readonly isPermanent?: boolean
  /** The service accepted the email and we could not know: the same message may arrive twice. */
  readonly mayCopy?: boolean
  /** The email was handed over, and the outcome is unknown: the loop waits for minutes. */
  readonly isUncertain?: boolean
  /** What the visitor sees during the fault. */
  readonly visitorSees?: 'failure' | 'success'
}

interface MailFault extends Expected {
  readonly mail: MailSink
  readonly env?: Readonly<Record<string, string>>
  readonly breakIt: () => unknown
  readonly repair?: () => unknown
  /** Returns what is wrong during the fault, given the log. */
  readonly check?: (log: string) => string | null
}

/**
 * The project is stored and the visitor sees the failure. After the repair, the retry loop sends the email if the fault was
 * temporary. The visitor's retry always reaches the same record.
 */
export async function testBrokenMail(trial: Trial, fault: MailFault): Promise<Result> {
  const { visitors, failures } = trial
  const { mail, env = {}, isPermanent = false, isUncertain = false } = fault
  const { visitorSees = 'failure', mayCopy = false } = fault
  const server = await startServer(trial, { mail, env })
  await visitors.submit(server.origin, newId())
  await fault.breakIt()
  const id = newId()
  const { outcome, status } = await visitors.submit(server.origin, id)
  if (outcome !== visitorSees) failures.push(`during the fault the visitor saw ${outcome} (${status})`)
  await pause(isPermanent ? SEVERAL_ROUNDS_MS : LOG_MS)
  const log = await server.log()
  const problem = fault.check?.(log)
  if (problem) failures.push(problem)
  const permanent = log.split('"permanent":true').length - 1
  if (!isPermanent && permanent > 0) failures.push('a temporary fault was treated as permanent')
  if (isPermanent && permanent !== 1) failures.push(`a permanent fault was logged ${permanent} times`)
  await fault.repair?.()
  if (visitorSees === 'failure' && !isPermanent && !isUncertain)
    await eventually(async () => mail.received.some(({ projectId }) => projectId === id), RETRY_MS).catch(
      () => failures.push('the retry loop did not send it'),
    )
  await visitors.submitUntilSaved(() => server.origin, id)
  await visitors.submitUntilSaved(() => server.origin, newId())
  return trial.verify(server, { mayCopy })
}
