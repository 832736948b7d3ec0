import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

const HONEST_MS = 1000

/** Five ways to hold a connection, in turns. */
const kinds = ['slow headers', 'slow body', 'slow reader', 'silent', 'hoarded'] as const
type Kind = (typeof kinds)[number]
/** A connection that is kept for the next request, or still has an answer to take, may stay. */
const MAY_STAY: ReadonlySet<Kind> = new Set(['slow reader', 'hoarded'])

/** A flood of connections that are slow, silent or kept for nothing, while an honest visitor submits. */
export const slowClients: Fault = {
  rows: '3.12',
  name: `a flood of connections (${kinds.join(', ')}), and an honest visitor within a second`,
  async run(count) {
    await using stage = await createStage()
    const { guide, arrived } = await guideOnFiles(stage)
    await guide.start()
    const port = Number(new URL(guide.origin).port)
    const slow = count('slow connections')
    const sockets = Array.from({ length: slow }, (_, index) => slowSocket(port, kindOf(index)))
    stage.after(() => {
      for (const socket of sockets) socket.destroy()
    })
    const dribble = setInterval(() => {
      for (const [index, socket] of sockets.entries())
        if (socket.writable && kindOf(index).startsWith('slow')) socket.write('a')
    }, 1000)
    stage.after(() => clearInterval(dribble))
    await pause(500)
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const waits: number[] = []
    for (let visit = 0; visit < 10; visit++) {
      waits.push((await visitors.tryOnce(guide.origin, newId())).ms)
      await pause(200)
    }
    const end = performance.now() + 25_000
    const isOpen = (socket: Socket, index: number) => !socket.destroyed && !MAY_STAY.has(kindOf(index))
    while (sockets.some(isOpen) && performance.now() < end) await pause(500)
    const kept = sockets.filter(isOpen).length
    const median = waits.toSorted((a, b) => a - b)[waits.length >> 1] ?? 0
    return await measured({
      oracle,
      visitors,
      env: guide.env,
      arrived,
      runs: slow,
      failures: [
        ...(median > HONEST_MS ? [`honest visitors waited ${Math.round(median)} ms`] : []),
        ...(kept > 0 ? [`${kept} slow connections were kept`] : []),
      ],
      note: `honest visitors waited ${Math.round(median)} ms (median)`,
    })
  },
}

const kindOf = (index: number): Kind => kinds[index % kinds.length] ?? 'silent'

function slowSocket(port: number, kind: Kind): Socket {
  // One that dribbles ends nothing by itself, also when it is told to.
  const allowHalfOpen = kind.startsWith('slow')
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen }, () => {
    if (kind === 'slow headers') socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    if (kind === 'slow body')
      socket.write(
        `PUT /api/projects/${newId()} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`,
      )
    if (kind === 'slow reader' || kind === 'hoarded') socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  socket.on('error', () => {}).on('close', () => socket.destroy())
  if (kind !== 'slow reader') socket.on('data', () => {})
  return socket
}
