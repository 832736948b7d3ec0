import { breakCode } from './break-code.ts'
import { clockJumps } from './clock-jumps.ts'
import { endUnderLoad } from './end-under-load.ts'
import type { Group } from './fault.ts'
import { killAtPoints } from './kill-at-points.ts'
import { killAtRandom } from './kill-at-random.ts'
import { poison } from './poison.ts'
import { restarts } from './restart.ts'

export const processGroup: Group = {
  name: 'process',
  title: 'Process',
  faults: [...restarts, ...killAtRandom, ...killAtPoints, endUnderLoad, ...breakCode, poison, ...clockJumps],
  atOnce: 2,
}
