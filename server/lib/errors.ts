const MAX_LENGTH = 300

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Encoded words of a header (RFC 2047), complete or cut off. A name inside them could not be found. */
const ENCODED_WORD = /=\?[\w*-]+\?[bq]\?[^?\s]*(?:\?=)?|[\w=?-]{0,99}(?:=[89A-F][0-9A-F]){2}[\w=?-]*/gi

/**
 * Describes an error in one line, for the log and the outbox. Email addresses and the words of `hidden` are replaced,
 * because a mail server may quote them.
 */
export function describeError(error: unknown, hidden = ''): string {
  const secrets = new Set(hidden.match(WORD))
  const { message, code, cause } = partsOf(error)
  const nested = cause === undefined ? '' : ` (${partsOf(cause).message})`
  const text = code && !message.includes(code) ? `${code}: ${message}${nested}` : `${message}${nested}`
  return (
    text
      .slice(0, 10 * MAX_LENGTH)
      .replace(ENCODED_WORD, '[words]')
      .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .replace(WORD, (word) => (secrets.has(word) ? '[name]' : word))
      .slice(0, MAX_LENGTH)
      // The cut may leave half a character, which could not be stored.
      .replace(/\p{Surrogate}$/u, '')
  )
}

function partsOf(error: unknown): { message: string; code: string; cause: unknown } {
  if (!(error instanceof Error)) return { message: String(error), code: '', cause: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { message: error.message || messagesOf(error) || error.name, code, cause: error.cause }
}

/** If a host has several addresses, a failed connection is an AggregateError without a message. */
const messagesOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((one) => partsOf(one).message).join('; ') : ''

/** An error that the operator has to fix, usually in the settings. The message says what to do. */
export class OperatorError extends Error {}

/** True for a system error with this code, such as ENOENT. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
