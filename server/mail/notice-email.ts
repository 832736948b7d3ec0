import type { Envelope } from '../config/mail-url.ts'
import type { Notice } from './mailer.ts'

/** A notice, for nodemailer. */
export const noticeEmail = (
  { name, to, subject, text }: Notice,
  { from, to: business }: Envelope,
  brandName: string,
) => ({
  from: { name: `${brandName} Kitchen Guide`, address: from },
  to: to === undefined ? [...business] : [to],
  subject,
  messageId: `<${name}@${from.split('@').at(-1)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  xMailer: false as const,
  text,
  textEncoding: 'quoted-printable' as const,
})
