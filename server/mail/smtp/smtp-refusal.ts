import { MailRefusal, UNCERTAIN_RETRY_MS } from '../mailer.ts'

interface Attempt {
  /** The server has read some or all of the message. */
  readonly wasHandedOver: boolean
  /** The connection should have begun with TLS. */
  readonly secure: boolean
}

/** Errors that require a change of settings, here or on the mail server. */
const PERMANENT_CODES = ['EAUTH', 'EMESSAGE']

/** TLS errors that require a change of settings: an untrusted certificate, or no TLS version that we accept. */
const TLS_REFUSED =
  /certificate|wrong version number|unsupported protocol|protocol version|handshake failure/i

/** The status of an SMTP reply, with the enhanced status if there is one (RFC 5321 and 3463). */
const STATUS = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/

/** Translates an error of nodemailer, and decides when the email may be retried. */
export function smtpRefusal(error: unknown, { wasHandedOver, secure }: Attempt): MailRefusal {
  const { code, responseCode, response, message } = detailsOf(error)
  if (wasHandedOver && responseCode === 0) {
    return new MailRefusal('The mail server received the message but did not respond', {
      permanent: false,
      retryAfterMs: UNCERTAIN_RETRY_MS,
    })
  }
  const isTemporary = responseCode >= 400 && responseCode < 500
  const isTlsRefused = code === 'ESOCKET' && TLS_REFUSED.test(message)
  const isPermanent = isTlsRefused || PERMANENT_CODES.includes(code) || responseCode >= 500
  const advice =
    secure && /wrong version number/i.test(message)
      ? ' (the server does not start with TLS; use smtp:// in MAIL_URL)'
      : ''
  return new MailRefusal(`SMTP ${code ? `${code} ` : ''}${message}${advice}`, {
    permanent: isPermanent && !isTemporary,
    redacted: wasHandedOver ? `SMTP ${code} ${STATUS.exec(response) ?? ''}` : undefined,
  })
}

/** 421: the server accepts no more connections now, or is closing this one. */
export const isConnectionLimit = (error: unknown): boolean => detailsOf(error).responseCode === 421

function detailsOf(error: unknown) {
  const { code = '', responseCode = 0, response = '', message = '' } = Object(error)
  return {
    code: String(code),
    responseCode: Number(responseCode),
    response: String(response),
    message: String(message),
  }
}
