import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { createGuide } from './guide-process.ts'
import { createOracle } from './oracle.ts'
import { arrivedIn } from './outbox.ts'
import { measured } from './recovery.ts'
import { createStage } from './stage.ts'
import { createVisitors, newId } from './visitor.ts'

const HONEST_MS = 1000

/** Slow headers, a slow body and a slow reader, many of each, while an honest visitor submits. */
export const slowClients: Fault = {
  rows: '3.12',
  name: 'slow connections, and an honest visitor within a second',
  async run(count) {
    await using stage = await createStage()
    const guide = await createGuide(stage)
    await guide.start()
    const port = Number(new URL(guide.origin).port)
    const slow = count('slow connections')
    const sockets = Array.from({ length: slow }, (_, index) => slowSocket(port, index))
    stage.after(() => {
      for (const socket of sockets) socket.destroy()
    })
    const dribble = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('a')
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
    while (sockets.some((socket) => !socket.destroyed && socket.bytesRead === 0) && performance.now() < end)
      await pause(500)
    const kept = sockets.filter((socket, index) => index % 3 !== 2 && !socket.destroyed).length
    const median = waits.toSorted((a, b) => a - b)[waits.length >> 1] ?? 0
    return await measured({
      oracle,
      visitors,
      env: guide.env,
      arrived: () => arrivedIn(`${stage.directory}/data/outbox`),
      runs: slow,
      failures: [
        ...(median > HONEST_MS ? [`honest visitors waited ${Math.round(median)} ms`] : []),
        ...(kept > 0 ? [`${kept} slow connections were kept`] : []),
      ],
      note: `honest visitors waited ${Math.round(median)} ms (median)`,
    })
  },
}

function slowSocket(port: number, index: number): Socket {
  const socket = connect(port, '127.0.0.1', () => {
    if (index % 3 === 0) socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    if (index % 3 === 1)
      socket.write(
        `PUT /api/projects/${newId()} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`,
      )
    if (index % 3 === 2) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  socket.on('error', () => {}).on('close', () => socket.destroy())
  socket.on('data', () => {})
  return socket
}
