import type { Group } from '../harness/fault.ts'
import { clockJumps } from './clock-jumps.ts'
import { breakCode } from './code-errors.ts'
import { endUnderLoad } from './deploy.ts'
import { killAtPoints } from './kill-at-points.ts'
import { killAtRandom } from './kill-at-random.ts'
import { poison } from './poison-records.ts'
import { restarts } from './restart-time.ts'

export const processGroup: Group = {
  name: 'process',
  title: 'Process',
  faults: [...restarts, ...killAtRandom, ...killAtPoints, endUnderLoad, ...breakCode, poison, ...clockJumps],
  atOnce: 2,
}
