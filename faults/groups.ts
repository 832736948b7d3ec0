import type { Group } from './fault.ts'
import { processes } from './process.ts'
import { servers } from './several-servers.ts'

/** Every group, in the order they run. */
export const groups: readonly Group[] = [processes, servers]
