import { breakLine } from './break-line.ts'
import { breakPages } from './break-pages.ts'
import { breakVisits } from './break-visits.ts'
import type { Group } from './fault.ts'

export const visits: Group = {
  name: 'visit',
  title: 'Visit',
  faults: [...breakLine, ...breakVisits, ...breakPages],
  atOnce: 2,
}
