import { describeError } from '../../lib/errors.ts'
import { MailRefusal } from '../../mail/mailer.ts'
import type { Failure } from '../message.ts'

/** Why an email was not sent. `hidden` is text of the visitor that the mail service may quote. */
export function mailFailure(
  error: unknown,
  hidden: string,
): { readonly failure: Failure; readonly loggedReason: string } {
  const { permanent, retryAfterMs, redacted } = error instanceof MailRefusal ? error : { permanent: false }
  const reason = describeError(error, hidden)
  const failure = { reason, permanent, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  return { failure, loggedReason: redacted ?? reason }
}
