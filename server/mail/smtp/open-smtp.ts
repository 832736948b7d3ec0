import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import SMTPPool, { type SMTPPoolSentMessageInfo } from 'nodemailer/lib/smtp-pool'
import type { SmtpConfig } from '../../config/mail-url.ts'
import { cacheFor } from '../../lib/cache-for.ts'
import { copyEmail } from '../copy-email.ts'
import { noticeEmail } from '../email.ts'
import { type Mailer, MailRefusal, type MailSettings } from '../mailer.ts'
import { projectEmail } from '../project-email.ts'
import { isConnectionLimit, smtpRefusal } from './smtp-refusal.ts'

/** Microsoft 365 accepts three connections per account. Most servers accept more. */
const MAX_CONNECTIONS = 3
/** After a longer idle time a connection may be dead, and a visitor would wait for its time-out. */
const IDLE_TIMEOUT_MS = 1000
/** Some servers scan a message for a long time before they accept it. */
const SOCKET_TIMEOUT_MS = 25_000
const CONNECT_TIMEOUT_MS = 8000
const DNS_TIMEOUT_MS = 5000

/** If the server limits connections, an email without one tries again at this interval. */
const CONNECTION_RETRY_MS = 250
/** Gives up if the server has refused connections and accepted no email for this long. */
const CONNECTION_PATIENCE_MS = 5000

/** Each check signs in to the mail server, and anyone can request one. */
const CHECK_CACHE_MS = 60_000

type Email = ReturnType<typeof projectEmail | typeof noticeEmail | typeof copyEmail>

/** Trusts a test's own certificate. */
interface SmtpTrust {
  readonly ca: string
  readonly servername: string
}

/** Sends emails through an SMTP server, over a few shared connections. */
export function openSmtp(
  { host, port, secure, requireTls, login, from }: SmtpConfig & { readonly from: string },
  settings: () => MailSettings,
  trust?: SmtpTrust,
): Mailer {
  const pool = new SMTPPool({
    host,
    port,
    secure,
    requireTLS: requireTls,
    // If plain text is allowed, a self-signed certificate is not less secure.
    tls: { rejectUnauthorized: secure || requireTls, ...trust },
    auth: login ?? undefined,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_TIMEOUT_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    dnsTimeout: DNS_TIMEOUT_MS,
  })
  let acceptedAt = Number.NEGATIVE_INFINITY
  const envelope = () => ({ from, to: settings().mailTo })

  const checkConnection = cacheFor(CHECK_CACHE_MS, async () => {
    await pool.verify().catch((error) => {
      throw smtpRefusal(error, { wasHandedOver: false, secure })
    })
  })

  function expectRecipients() {
    if (settings().mailTo.length > 0) return
    throw new MailRefusal(
      'No one gets the emails about projects. Set MAIL_TO, or the addresses at the desk',
      {
        permanent: true,
      },
    )
  }

  async function send(email: Email, signal?: AbortSignal): Promise<SMTPPoolSentMessageInfo> {
    const startedAt = performance.now()
    while (true) {
      const attempt = startSending(email, pool, signal)
      try {
        const info = await attempt.result
        acceptedAt = performance.now()
        return info
      } catch (error) {
        const waited = performance.now() - Math.max(startedAt, acceptedAt)
        const mayRetry = isConnectionLimit(error) && waited < CONNECTION_PATIENCE_MS
        if (!mayRetry || attempt.wasHandedOver() || signal?.aborted)
          throw smtpRefusal(error, { wasHandedOver: attempt.wasHandedOver(), secure })
      }
      await pause(CONNECTION_RETRY_MS)
    }
  }

  return {
    get destination() {
      return `${recipients(settings().mailTo.length)} through the SMTP server ${host}:${port}`
    },
    async sendProject(mail, signal) {
      expectRecipients()
      const { response, rejectedErrors = [] } = await send(
        projectEmail(mail, envelope(), settings().brandName),
        signal,
      )
      return { response, rejections: rejectedErrors.map(({ message }) => message) }
    },
    async sendCopy(copy, signal) {
      await send(copyEmail(copy, envelope(), settings().brandName), signal)
    },
    async sendNotice(notice) {
      return (await send(noticeEmail(notice, envelope(), settings().brandName))).response
    },
    async check() {
      expectRecipients()
      await checkConnection()
    },
    async close() {
      pool.close()
    },
  }
}

/**
 * Sends an email as soon as the pool has a connection for it. After the signal, an email that the server has not
 * completely received is never sent.
 */
function startSending(email: Email, pool: SMTPPool, signal?: AbortSignal) {
  // The pool opens this stream once it has a connection, and reads it once the server asks for the message.
  let message: Readable | undefined
  const stopped = Promise.withResolvers<never>()
  const stop = () => {
    const error = new Error('The mail server took too long')
    message?.destroy(error)
    stopped.reject(error)
  }
  const transport = createTransport<SMTPPoolSentMessageInfo>({
    name: 'pool',
    version: '1',
    send(mail, done) {
      mail.message.processFunc((stream) => {
        message = stream
        if (signal?.aborted) stop()
        return stream
      })
      pool.send(mail, done)
    },
  })
  signal?.addEventListener('abort', stop)
  const result = Promise.race([transport.sendMail(email), stopped.promise]).finally(() =>
    signal?.removeEventListener('abort', stop),
  )
  return { result, wasHandedOver: () => message?.readableDidRead ?? false }
}

const recipients = (count: number) => (count === 1 ? 'one recipient' : `${count} recipients`)
