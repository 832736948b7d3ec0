import { hash, timingSafeEqual } from 'node:crypto'
import type { StoredProject } from '../db/project-statements.ts'

/** For how long a project without a key can be changed: a page of an earlier version sends none. */
const OPEN_MS = 24 * 3600_000

/** All that is stored of a write key; empty for none. */
export const hashOfWriteKey = (key: string) => (key === '' ? '' : hash('sha256', `write ${key}`))

/** Whether a page with this key may change the project. */
export function opensProject(key: string, { writeKeyHash, createdAt }: StoredProject, now: Date): boolean {
  if (writeKeyHash === '') return now.getTime() - createdAt.getTime() < OPEN_MS
  return key !== '' && timingSafeEqual(Buffer.from(writeKeyHash), Buffer.from(hashOfWriteKey(key)))
}
