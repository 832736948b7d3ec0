import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../harness/fault.ts'
import { memoryOf, PRODUCT, startServer } from '../harness/server.ts'
import { newId } from '../harness/visitors.ts'

const ASSETS = new URL('../../dist/site/assets/', import.meta.url)
const CONNECTIONS = 1000
const HONEST_LIMIT_MS = 1000
const CLOSE_LIMIT_MS = 25_000

/** Ways to occupy a connection. The server may keep idle connections and those with an unread response. */
const kinds: readonly {
  readonly name: string
  readonly bytes?: string
  readonly isSlow?: boolean
  readonly isUnread?: boolean
  readonly mayStay?: boolean
}[] = [
  { name: 'slow headers', bytes: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', isSlow: true },
  {
    name: 'slow body',
    bytes: `PUT /api/projects/${newId()} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`,
    isSlow: true,
  },
  {
    name: 'unread response',
    bytes: 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    isSlow: true,
    isUnread: true,
    mayStay: true,
  },
  { name: 'silent' },
  { name: 'idle after a request', bytes: 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', mayStay: true },
]

export const slowClients: Fault = {
  rows: '3.12',
  name: `${CONNECTIONS} slow connections (${kinds.map(({ name }) => name).join(', ')}), and an honest visitor within a second`,
  async run(trial) {
    const server = await startServer(trial)
    const opened = Array.from({ length: CONNECTIONS }, (_, index) => {
      const kind = kinds[index % kinds.length] ?? { name: '' }
      // A slow client does not close its side when the server does.
      const options = { port: server.port, host: '127.0.0.1', allowHalfOpen: kind.isSlow ?? false }
      const socket: Socket = connect(options, () => kind.bytes && socket.write(kind.bytes))
      socket.on('error', () => {}).on('close', () => socket.destroy())
      if (!kind.isUnread) socket.on('data', () => {})
      return { socket, ...kind }
    })
    trial.defer(() => {
      for (const { socket } of opened) socket.destroy()
    })
    const trickle = setInterval(() => {
      for (const { socket, isSlow } of opened) if (isSlow && socket.writable) socket.write('a')
    }, 1000)
    trial.defer(() => clearInterval(trickle))
    await pause(500)
    const waits: number[] = []
    for (let visit = 0; visit < 10; visit++) {
      waits.push((await trial.visitors.submit(server.origin, newId())).ms)
      await pause(200)
    }
    const end = performance.now() + CLOSE_LIMIT_MS
    const stillOpen = () => opened.filter(({ socket, mayStay }) => !socket.destroyed && !mayStay).length
    while (stillOpen() > 0 && performance.now() < end) await pause(500)
    const median = waits.sort((a, b) => a - b)[waits.length >> 1] ?? 0
    if (median > HONEST_LIMIT_MS) trial.failures.push(`honest visitors waited ${Math.round(median)} ms`)
    if (stillOpen() > 0) trial.failures.push(`${stillOpen()} slow connections stayed open`)
    trial.notes.push(`honest visitors waited ${Math.round(median)} ms (median)`)
    return trial.verify(server, { runs: CONNECTIONS })
  },
}

const PIPELINING_CONNECTIONS = 100
const PIPELINED = 1000
const MEMORY_GROWTH_LIMIT = 100e6

export const pipelinedRequests: Fault = {
  rows: '3.12',
  name: `${PIPELINING_CONNECTIONS} connections that request the film ${PIPELINED} times each and never read`,
  async run(trial) {
    const server = await startServer(trial, { entry: PRODUCT })
    const before = await memoryOf(server)
    const film = (await readdir(ASSETS)).find((name) => name.endsWith('.webm'))
    if (!film) throw new Error('The build has no film')
    const requests = `GET /assets/${film} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(PIPELINED)
    for (let opened = 0; opened < PIPELINING_CONNECTIONS; opened++) {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(requests))
      socket.on('error', () => {}).pause()
      trial.defer(() => socket.destroy())
    }
    let memory = 0
    for (let visit = 0; visit < 20; visit++) {
      await trial.visitors.submit(server.origin, newId())
      memory = Math.max(memory, await memoryOf(server))
    }
    const growth = `memory grew by ${Math.round((memory - before) / 1e6)} MB`
    const wait = `an honest visitor waited ${Math.round(trial.visitors.seen.longestWaitMs)} ms`
    if (memory - before > MEMORY_GROWTH_LIMIT) trial.failures.push(growth)
    if (trial.visitors.seen.longestWaitMs > HONEST_LIMIT_MS) trial.failures.push(wait)
    trial.notes.push(growth, wait)
    return trial.verify(server, { runs: PIPELINING_CONNECTIONS })
  },
}
