import { connect } from 'node:net'
import { readConfig } from '../server/config.ts'
import { openProjectStore } from '../server/store/project-store.ts'
import type { Fault } from './fault.ts'
import { createGuide } from './guide-process.ts'
import { exportedFrom } from './recovery.ts'
import { createStage } from './stage.ts'
import { answersOf, newId } from './visitor.ts'

const LONGEST_TALK_MS = 20_000

/** Requests that are no HTTP, or two kinds of it at once. None may be carried out. */
const talks = (): readonly (readonly [string, string])[] => {
  const body = JSON.stringify(answersOf(newId()))
  const line = `PUT /api/projects/${newId()} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return [
    ['both lengths', `${line}${length}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${body}`],
    ['two lengths', `${line}${length}Content-Length: 5\r\n\r\n${body}`],
    ['an unknown transfer encoding', `${line}Transfer-Encoding: xchunked\r\n\r\n${body}`],
    ['a space before the colon', `${line}Content-Length : ${Buffer.byteLength(body)}\r\n\r\n${body}`],
    ['a folded header', `${line}X-Folded: a\r\n b\r\n${length}\r\n${body}`],
    ['a line feed in a header', `${line}X-Broken: a\nb\r\n${length}\r\n${body}`],
    ['two hosts', `${line}Host: evil.example\r\n${length}\r\n${body}`],
    ['NUL in a header', `${line}X-Nul: a\0b\r\n${length}\r\n${body}`],
    ['a header without a colon', `${line}nonsense\r\n${length}\r\n${body}`],
    ['a header of 100 kB', `${line}X-Long: ${'a'.repeat(100_000)}\r\n${length}\r\n${body}`],
    ['3,000 headers', `${line}${'X-Many: 1\r\n'.repeat(3000)}${length}\r\n${body}`],
    [
      'no host',
      `PUT /api/projects/${newId()} HTTP/1.1\r\nContent-Type: application/json\r\n${length}\r\n${body}`,
    ],
    ['HTTP/0.9', 'GET /\r\n'],
    ['HTTP/3.0', 'GET / HTTP/3.0\r\nHost: x\r\n\r\n'],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['CONNECT', 'CONNECT evil.example:80 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a length that lies, then silence', `${line}Content-Length: 999999\r\n\r\n${body}`],
    ['2 GB announced', `${line}Content-Length: 2147483648\r\n\r\n${body}`],
    ['a negative length', `${line}Content-Length: -1\r\n\r\n${body}`],
    ['chunks without end', `${line}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":`],
    [
      'a chunk extension of 1 MB',
      `${line}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(1_000_000)}\r\n{\r\n0\r\n\r\n`,
    ],
    ['binary', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ]
}

export const hostileWire: Fault = {
  rows: '3.1 3.10',
  name: 'broken HTTP on the wire',
  async run() {
    await using stage = await createStage()
    const guide = await createGuide(stage)
    await guide.start()
    const port = Number(new URL(guide.origin).port)
    const failures: string[] = []
    let longestWaitMs = 0
    const cases = talks()
    await Promise.all(
      cases.map(async ([name, bytes]) => {
        const started = performance.now()
        const said = await talk(port, bytes)
        longestWaitMs = Math.max(longestWaitMs, performance.now() - started)
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)
        if (status >= 500 || (status >= 200 && status < 300)) failures.push(`${name}: ${status}`)
        if (said === 'open') failures.push(`${name}: the line was kept open`)
      }),
    )
    if (!guide.isRunning()) failures.push('the server ended')
    const store = await openProjectStore(readConfig(guide.env).storage)
    const kept = await exportedFrom(store)
    await store.close()
    if (kept.length > 0) failures.push(`${kept.length} projects were kept`)
    return { runs: cases.length, lost: 0, doubled: 0, wrongText: 0, longestWaitMs, failures }
  },
}

function talk(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    const late = setTimeout(() => {
      socket.destroy()
      resolve('open')
    }, LONGEST_TALK_MS)
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      resolve(said)
    })
  })
}
