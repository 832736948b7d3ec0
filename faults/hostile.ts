import type { Group } from './fault.ts'
import { hostileInput } from './hostile-input.ts'
import { hostileSettings } from './hostile-settings.ts'
import { hostileWire } from './hostile-wire.ts'
import { slowClients } from './slow-clients.ts'

export const hostiles: Group = {
  name: 'hostile',
  title: 'Hostile input',
  faults: [hostileWire, hostileSettings, hostileInput, slowClients],
  atOnce: 1,
}
