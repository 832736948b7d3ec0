import { hash, timingSafeEqual } from 'node:crypto'
import type { StoredProject } from '../db/project-statements.ts'

/** How long a project without a key can be changed, because pages of an earlier version send no key. */
const OPEN_MS = 24 * 3600_000

/** Only this hash of a write key is stored. Empty if there is no key. */
export const hashOfWriteKey = (key: string) => (key === '' ? '' : hash('sha256', `write ${key}`))

/** True if a page with this key may change the project. */
export function mayChangeProject(
  key: string,
  { writeKeyHash, createdAt }: StoredProject,
  now: Date,
): boolean {
  if (writeKeyHash === '') return now.getTime() - createdAt.getTime() < OPEN_MS
  return key !== '' && timingSafeEqual(Buffer.from(writeKeyHash), Buffer.from(hashOfWriteKey(key)))
}
