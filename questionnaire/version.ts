import { type AskPhone, askPhoneStates } from './business.ts'
import { fields } from './fields.ts'
import { fieldsOf, screens } from './screens.ts'

/**
 * Changes with every field and with what the screens ask. A submission carries it, so the server recognizes older
 * pages. parse-answers.ts uses that to decide whether missing answers are accepted.
 */
export const QUESTIONNAIRE_VERSION = fingerprint(JSON.stringify([fields, screens.map(fieldsOf)]))

/** The version of a page that was opened while ASK_PHONE had this value. */
export const versions: Readonly<Record<AskPhone, string>> = {
  off: QUESTIONNAIRE_VERSION,
  optional: `${QUESTIONNAIRE_VERSION}-optional`,
  required: `${QUESTIONNAIRE_VERSION}-required`,
}

/** What ASK_PHONE was when the page was opened; null for a page of another questionnaire. */
export const askPhoneOf = (version: unknown): AskPhone | null =>
  askPhoneStates.find((state) => versions[state] === version) ?? null

/** The request header that carries the version. */
export const VERSION_HEADER = 'questionnaire-version'

/** FNV-1a: fast, and not for secrets. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
