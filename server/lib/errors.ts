const LONGEST_REASON = 300

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** RFC 2047: a header as it went over the wire, where no name is to be known again; also in pieces. */
const ENCODED_WORD = /=\?[\w*-]+\?[bq]\?[^?\s]*(?:\?=)?|[\w=?-]{0,99}(?:=[89A-F][0-9A-F]){2}[\w=?-]*/gi

/**
 * What an error says, fit for a log and for the delivery: one line without addresses and without the words of
 * `hidden`, because a mail server may quote them, and without half a letter at its end, which no database keeps.
 */
export function describeError(error: unknown, hidden = ''): string {
  const secrets = new Set(hidden.match(WORD))
  const { message, code, cause } = partsOf(error)
  const nested = cause === undefined ? '' : ` (${partsOf(cause).message})`
  const said = code && !message.includes(code) ? `${code}: ${message}${nested}` : `${message}${nested}`
  return said
    .slice(0, 10 * LONGEST_REASON)
    .replace(ENCODED_WORD, '[words]')
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(WORD, (word) => (secrets.has(word) ? '[name]' : word))
    .slice(0, LONGEST_REASON)
    .replace(/\p{Surrogate}$/u, '')
}

function partsOf(error: unknown): { message: string; code: string; cause: unknown } {
  if (!(error instanceof Error)) return { message: String(error), code: '', cause: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { message: error.message || eachOf(error) || error.name, code, cause: error.cause }
}

/** Where a name has several addresses, the error of all has no words of its own. */
const eachOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((one) => partsOf(one).message).join('; ') : ''

/** A mistake the operator has to fix, usually a setting. The message says what to do and is shown as it is. */
export class OperatorError extends Error {}

/** True for a system error with this code, such as ENOENT. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
