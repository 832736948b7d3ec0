import type { Parties, SmtpConfig } from '../../config/mail-url.ts'
import { remembered } from '../../lib/cache-for.ts'
import { DOUBT_MS, type Mailer, MailRefusal } from '../mailer.ts'
import { mimeOf } from '../mime.ts'
import { projectEmail } from '../project-email.ts'
import { smtpConnections, Unanswered } from './connections.ts'

/** What a test adds, so that a certificate of its own is trusted. */
interface SmtpTrust {
  readonly ca: string
  readonly servername: string
}

/** Some servers look at a message for long before they take it; who does not wait sends it again. */
const timeouts = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 25_000, dnsTimeout: 5000 }

/** Anybody may ask for a check, which greets and logs in; mail servers count both. */
const CHECKED_MS = 60_000

/** Faults of the settings, ours or the server's: the same attempt fails until somebody changes one. */
const PERMANENT_CODES = new Set(['EAUTH', 'EMESSAGE'])

/**
 * A server whose certificate we do not trust today we shall not trust in a minute, nor will it speak TLS where
 * it speaks none, or none that we do.
 */
const UNSAFE = /certificate|wrong version number|unsupported protocol|protocol version|handshake failure/i

const NO_TLS = /wrong version number/i

/** RFC 5321 and 3463: the status and, where there is one, what it is about. */
const STATUS = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/

export function openSmtp(
  { host, port, secure, demandTls, login, parties }: SmtpConfig & { readonly parties: Parties },
  brandName: string,
  trust?: SmtpTrust,
): Mailer {
  // Where plain text would do, a certificate that a mail server made for itself does too, as Debian's do.
  const tls = { rejectUnauthorized: secure || demandTls, ...trust }
  const connections = smtpConnections({ host, port, secure, requireTLS: demandTls, tls, ...timeouts }, login)
  const refuse = (error: unknown) => {
    throw refusalOf(error, secure)
  }

  return {
    destination: `${recipients(parties.to.length)} through the SMTP server ${host}:${port}`,
    async sendProject(mail, signal) {
      const message = mimeOf(projectEmail(mail, parties, brandName))
      const { response, rejectedErrors } = await connections.send(parties, message, signal).catch(refuse)
      return { text: response, refusals: (rejectedErrors ?? []).map(({ message: words }) => words) }
    },
    check: remembered(CHECKED_MS, () => connections.check().catch(refuse)),
    async close() {
      connections.close()
    },
  }
}

const recipients = (count: number) => (count === 1 ? 'one recipient' : `${count} recipients`)

function refusalOf(error: unknown, secure: boolean): MailRefusal {
  const { code, responseCode, response, hadMessage, message } = partsOf(error)
  const isUnsafe = code === 'ESOCKET' && UNSAFE.test(message)
  const isForNow = responseCode >= 400 && responseCode < 500
  const isPermanent =
    !isForNow && (isUnsafe || PERMANENT_CODES.has(code) || (responseCode >= 500 && responseCode < 600))
  // What TLS says of that tells nobody what to do.
  const advice = secure && NO_TLS.test(message) ? ' (it begins without TLS: write smtp:// in MAIL_URL)' : ''
  return new MailRefusal(`SMTP ${code} ${message}${advice}`, {
    permanent: isPermanent,
    retryAfterMs: error instanceof Unanswered ? DOUBT_MS : undefined,
    briefly: hadMessage ? `SMTP ${code} ${STATUS.exec(response) ?? ''}` : undefined,
  })
}

interface Parts {
  readonly code: string
  readonly responseCode: number
  readonly response: string
  /** Whether it is an answer to the message, which it may quote. */
  readonly hadMessage: boolean
  readonly message: string
}

function partsOf(error: unknown): Parts {
  const { code = '', responseCode = 0, response = '', hadMessage = false } = Object(error)
  return {
    code: String(code),
    responseCode: Number(responseCode),
    response: String(response),
    hadMessage: Boolean(hadMessage),
    message: error instanceof Error ? error.message : String(error),
  }
}
