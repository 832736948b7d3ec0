/** What happened, by a part of the raw message. The first match counts. */
const texts: readonly (readonly [part: RegExp, text: string])[] = [
  [/^held by the operator/, 'The operator has stopped it.'],
  [/private network/, 'The host is unknown, or is in a private network that the operator has not allowed.'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'The name of the server was not found.'],
  [/ECONNREFUSED/, 'The server refused the connection.'],
  [/_CERT|certificate|ETLS|wrong version number|handshake/i, 'The server has no valid TLS certificate.'],
  [/EAUTH|\b535\b/, 'The mail server did not accept the user name or the password.'],
  [/\b552\b|[45]\.2\.2\b|quota|mailbox (is )?full/i, 'The mailbox is full.'],
  [/\b55[013]\b/, 'The mail server refused the address.'],
  [
    /ETIMEDOUT|time-?out|timed out|in time|too (long|slow)|longer than|not respond/i,
    'The server did not respond in time.',
  ],
  [/ECONNRESET|EPIPE|hang up|ECONNECTION/, 'The connection was interrupted.'],
  [/EHOSTUNREACH|ENETUNREACH|Network Error/, 'The server could not be reached.'],
  [/ENOSPC|disk is full/i, 'The disk of this site’s server is full.'],
  [/\b(EACCES|EPERM|EROFS|EEXIST|ENOENT|ENOTDIR)\b/, 'The file could not be written.'],
  [/^Answered 2/, 'The receiver accepted the message.'],
  [/^Answered 3/, 'The receiver redirects to another address. Redirects are not followed.'],
  [/^Answered 410/, 'The receiver does not want any more messages.'],
  [/^Answered 4/, 'The receiver refused the message.'],
  [/^Answered 5/, 'The receiver reported an error of its own.'],
  [/\b40[13]\b/, 'The service refused access.'],
]

/** What happened when something was sent, in plain words. Without a known text, `raw` itself is shown as details. */
export const failureText = (raw: string): string => texts.find(([part]) => part.test(raw))?.[1] ?? ''
