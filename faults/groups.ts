import type { Group } from './harness/fault.ts'
import { hostileGroup } from './hostile/hostile-group.ts'
import { mailGroup } from './mail/mail-group.ts'
import { processGroup } from './process/process-group.ts'
import { serversGroup } from './servers/servers-group.ts'
import { storeGroup } from './store/store-group.ts'
import { visitGroup } from './visit/visit-group.ts'

/** Every group, in the order they run. */
export const groups: readonly Group[] = [
  processGroup,
  storeGroup,
  mailGroup,
  visitGroup,
  hostileGroup,
  serversGroup,
]
