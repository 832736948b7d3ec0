import { fields } from './fields.ts'
import { fieldsOf, screens } from './screens.ts'

/**
 * Changes whenever a field does, or what the screens ask. A page names it with its submission, so the server
 * knows an older page.
 */
export const QUESTIONNAIRE_VERSION = fingerprint(JSON.stringify([fields, screens.map(fieldsOf)]))

/** The header that carries it. */
export const VERSION_HEADER = 'questionnaire-version'

/** FNV-1a. Not for secrets: it only has to differ when the text does. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
