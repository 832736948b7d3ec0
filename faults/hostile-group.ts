import type { Group } from './fault.ts'
import { hostileCsv } from './hostile-csv.ts'
import { hostileInput } from './hostile-input.ts'
import { hostileLimit } from './hostile-limit.ts'
import { hostileSettings } from './hostile-settings.ts'
import { hostileWire } from './hostile-wire.ts'
import { slowClients } from './slow-clients.ts'

export const hostileGroup: Group = {
  name: 'hostile',
  title: 'Hostile input',
  faults: [hostileWire, hostileSettings, hostileInput, hostileLimit, hostileCsv, slowClients],
  atOnce: 1,
}
