import { breakLine } from './break-line.ts'
import { breakPages } from './break-pages.ts'
import { breakVisits } from './break-visits.ts'
import type { Group } from './fault.ts'
import { oddBrowsers } from './odd-browsers.ts'
import { pressOften } from './press-often.ts'

export const visitGroup: Group = {
  name: 'visit',
  title: 'Visit',
  faults: [...breakLine, ...breakVisits, ...pressOften, ...breakPages, ...oddBrowsers],
  atOnce: 2,
}
