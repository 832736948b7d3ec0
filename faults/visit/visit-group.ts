import type { Group } from '../harness/fault.ts'
import { breakLine } from './connection.ts'
import { breakVisits } from './navigation.ts'
import { breakPages } from './page-files.ts'
import { pressOften } from './repeated-submit.ts'
import { oddBrowsers } from './unusual-browsers.ts'

export const visitGroup: Group = {
  name: 'visit',
  title: 'Visit',
  faults: [...breakLine, ...breakVisits, ...pressOften, ...breakPages, ...oddBrowsers],
  atOnce: 2,
}
