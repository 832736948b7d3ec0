import type { Change } from '../../../desk/api.ts'
import { LONGEST_ADDRESS, LONGEST_NOTE, LONGEST_REASON } from '../../../desk/longest-texts.ts'
import { contacts, isStatus, LOST } from '../../../desk/status.ts'
import { isText } from '../is-text.ts'

/** Reads a change from anything; null when it is none. */
export function readChange(body: unknown): Change | null {
  if (typeof body !== 'object' || body === null) return null
  const { kind, to, reason, version, how, text }: Partial<Record<string, unknown>> = { ...body }
  const isVersion = typeof version === 'number'
  switch (kind) {
    case 'status':
      if (!isStatus(to) || !isVersion || !isText(reason, LONGEST_REASON)) return null
      return to === LOST && reason.trim() === '' ? null : { kind, to, reason: reason.trim(), version }
    case 'assigned':
      if (!isVersion || (to !== null && !isText(to, LONGEST_ADDRESS))) return null
      return { kind, to, version }
    case 'contact': {
      const known = contacts.find((one) => one === how)
      return known ? { kind, how: known } : null
    }
    case 'taken back':
      return isVersion ? { kind, version } : null
    case 'note':
      if (!isText(text, LONGEST_NOTE) || text.trim() === '') return null
      return { kind, text: text.trim() }
    default:
      return null
  }
}
