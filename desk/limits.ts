import { isStorable } from '../questionnaire/answers.ts'

/** Lengths of texts in UTF-16 units, as a browser counts them. */
export const MAX_SEARCH_LENGTH = 200
export const MAX_ADDRESS_LENGTH = 254
export const MAX_NAME_LENGTH = 100
export const MAX_NOTE_LENGTH = 5000
export const MAX_REASON_LENGTH = 500
export const MAX_PASSKEY_NAME_LENGTH = 60

/** In characters as people count them. */
export const MIN_PASSWORD_LENGTH = 12

/** How long a link for choosing a password works, and one for a forgotten password. */
export const LINK_DAYS = 7
export const FORGOTTEN_LINK_MINUTES = 60

/** When a session ends. More than 20 hours without use, so that no warning before is required (WCAG 2.2.1). */
export const SESSION_IDLE_HOURS = 21
export const SESSION_DAYS = 7

/** How many rows a list shows at most, the oldest: unanswered projects and unsent messages. */
export const MAX_UNANSWERED = 200
export const MAX_UNSENT = 500
/** And the newest suspicious projects. */
export const MAX_SUSPICIOUS = 500

/** How many rows of the inbox are kept up to date. */
export const MAX_LISTED = 2000

/** How many entries of the audit list load at a time. */
export const AUDIT_PAGE = 100

/** One line with more than white space. */
export const NAME = /^(?=.*\S)\P{Cc}*$/u

/** Whether a text can be the name of a person at the desk. */
export const isPersonName = (name: string): boolean =>
  name.length <= MAX_NAME_LENGTH && NAME.test(name) && isStorable(name)
