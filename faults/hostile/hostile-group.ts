import type { Group } from '../harness/fault.ts'
import { hostileInput } from './hostile-input.ts'
import { hostileLimit } from './rate-limit.ts'
import { hostileWire } from './raw-http.ts'
import { hostileSettings } from './settings.ts'
import { slowClients } from './slow-clients.ts'
import { hostileCsv } from './spreadsheet.ts'

export const hostileGroup: Group = {
  name: 'hostile',
  title: 'Hostile input',
  faults: [hostileWire, hostileSettings, hostileInput, hostileLimit, hostileCsv, slowClients],
  atOnce: 1,
}
