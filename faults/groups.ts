import type { Group } from './fault.ts'
import { hostileGroup } from './hostile-group.ts'
import { mailGroup } from './mail-group.ts'
import { processGroup } from './process-group.ts'
import { serversGroup } from './servers-group.ts'
import { storeGroup } from './store-group.ts'
import { visitGroup } from './visit-group.ts'

/** Every group, in the order they run. */
export const groups: readonly Group[] = [
  processGroup,
  storeGroup,
  mailGroup,
  visitGroup,
  hostileGroup,
  serversGroup,
]
