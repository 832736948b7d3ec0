import type { Envelope } from '../config/mail-url.ts'
import type { EmailContent } from './email-content.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-text.ts'
import type { Notice } from './mailer.ts'

/** What all emails have in common, for nodemailer. `name` is the same at every attempt. */
export const headersOf = (name: string, sender: string, from: string) => ({
  from: { name: sender, address: from },
  messageId: messageIdOf(name, from),
  // RFC 3834: prevents automatic replies, which would reach the homeowner through Reply-To.
  headers: { 'Auto-Submitted': 'auto-generated' },
  xMailer: false as const,
  // The other encodings wrap long lines or drop spaces at their ends.
  textEncoding: 'quoted-printable' as const,
})

/** Mail programs drop an email with a known Message-ID, such as one whose confirmation was lost. */
export const messageIdOf = (name: string, from: string) => `<${name}@${from.split('@').at(-1)}>`

export const bodyOf = (content: EmailContent) => ({
  html: withCrlf(emailHtml(content)),
  text: withCrlf(emailText(content)),
})

/** Emails have CRLF line ends. The composer can convert them too, but that takes as long as all its other work. */
const withCrlf = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n')

export const noticeEmail = (notice: Notice, { from, to }: Envelope, brandName: string) => ({
  ...headersOf(notice.name, `${brandName} Kitchen Guide`, from),
  to: notice.to === undefined ? [...to] : [notice.to],
  subject: notice.subject,
  text: notice.text,
})
