import type { Group } from './fault.ts'
import { frozenServer } from './frozen-server.ts'
import { pipelined } from './pipelined.ts'
import { severalServers } from './several-servers.ts'

export const serversGroup: Group = {
  name: 'servers',
  title: 'Several servers',
  faults: [severalServers, pipelined, frozenServer],
  atOnce: 2,
}
