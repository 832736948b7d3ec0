import type { Group } from '../harness/fault.ts'
import { frozenServer } from './frozen-server.ts'
import { pipelined } from './pipelined.ts'
import { severalServers } from './same-id.ts'

export const serversGroup: Group = {
  name: 'servers',
  title: 'Several servers',
  faults: [severalServers, pipelined, frozenServer],
  atOnce: 2,
}
