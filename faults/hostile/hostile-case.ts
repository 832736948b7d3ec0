import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import { answersOf, newId } from '../harness/visitor.ts'

/** One hostile request, and which answers to it are right. */
export interface HostileCase {
  readonly row: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly allowed: readonly number[]
  /** What has to be kept, byte for byte, when it is accepted. */
  readonly accepted?: { readonly id: string; readonly answers: Readonly<Record<string, string>> }
}

export const JSON_HEADERS = { 'content-type': 'application/json', [VERSION_HEADER]: QUESTIONNAIRE_VERSION }
export const REFUSED = [400, 403, 404, 405, 408, 411, 413, 414, 415, 417, 422, 431] as const

export const put = (row: string, body: unknown, more: Partial<HostileCase> = {}): HostileCase => ({
  row,
  method: 'PUT',
  path: `/api/projects/${newId()}`,
  headers: JSON_HEADERS,
  body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  allowed: REFUSED,
  ...more,
})

/** A submission with these answers is taken. */
export function kept(row: string, changes: Readonly<Record<string, string>>): HostileCase {
  const id = newId()
  const answers = answersOf(id, changes)
  return put(row, answers, { path: `/api/projects/${id}`, allowed: [201], accepted: { id, answers } })
}
