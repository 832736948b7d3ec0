import { randomUUID } from 'node:crypto'
import { asciiAddress } from '../lib/addresses.ts'
import { withDeadline } from '../lib/deadline.ts'
import { describeError } from '../lib/errors.ts'
import { type Mailer, MailRefusal, type Notice } from '../mail/mailer.ts'
import type { Log } from '../monitoring/log.ts'

/** Shorter than a request's deadline, so that a slow mail service does not hide that the change was made. */
const MAX_WAIT_MS = 8000

export type StaffEmail = Pick<Notice, 'subject' | 'text'>

/** Sends a notice to one member of staff. Returns false if that fails. Neither the address nor the text is logged. */
export async function emailStaff(
  to: string,
  { subject, text }: StaffEmail,
  { mailer, log }: { readonly mailer: Mailer; readonly log: Log },
): Promise<boolean> {
  const address = asciiAddress(to)
  if (!mailer.sendNotice || address === null) return false
  try {
    const notice = { name: `staff-${randomUUID()}`, to: address, subject, text }
    await withDeadline(mailer.sendNotice(notice), MAX_WAIT_MS, 'The mail service')
    return true
  } catch (error) {
    const redacted = error instanceof MailRefusal ? error.redacted : undefined
    log.warn({ reason: redacted ?? describeError(error) }, 'A notice to a member of staff was not sent')
    return false
  }
}
