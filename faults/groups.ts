import type { Group } from './fault.ts'
import { hostiles } from './hostile.ts'
import { mails } from './mail.ts'
import { processes } from './process.ts'
import { servers } from './several-servers.ts'
import { stores } from './store.ts'
import { visits } from './visit.ts'

/** Every group, in the order they run. */
export const groups: readonly Group[] = [processes, stores, mails, visits, hostiles, servers]
