import { connect } from 'node:net'
import { exportProjects, withDatabase } from '../harness/database.ts'
import type { Fault } from '../harness/fault.ts'
import { type Server, startServer } from '../harness/server.ts'
import { answersOf, newId } from '../harness/visitors.ts'
import { problemsInLog } from './check-results.ts'

/** Bytes sent on a separate connection, and a pattern for the statuses of the responses. */
type RawRequest = readonly [name: string, bytes: string, statuses: string]

/** With more requests in one piece, the server closes the connection (server/http/create-http-server.ts). */
const TIMES = 3
const TIMEOUT_MS = 20_000
/** Fastify's default. */
const BODY_LIMIT = 1024 * 1024

// As latin1, so that each character is one byte.
const BODY = Buffer.from(JSON.stringify(answersOf(newId()))).toString('latin1')
const LENGTH = `Content-Length: ${BODY.length}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const HOST = 'Host: x\r\n'
const CLOSE = 'Connection: close\r\n'

const put = (headers: string, body = BODY, { version = '1.1', site = '' } = {}) =>
  `PUT ${site}/api/projects/${newId()} HTTP/${version}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`

const chunked = (body: string, extension = '') =>
  `${body.length.toString(16)}${extension}\r\n${body}\r\n0\r\n\r\n`

/** Invalid, ambiguous or too large requests. None may have any effect. */
const refused: readonly RawRequest[] = [
  ['both lengths', put(`${HOST}${LENGTH}${CHUNKED}`, `0\r\n\r\n${BODY}`), '400'],
  ['two lengths', put(`${HOST}${LENGTH}Content-Length: 5\r\n`), '400'],
  ['an unknown transfer encoding', put(`${HOST}Transfer-Encoding: xchunked\r\n`), '400'],
  ['a space before the colon', put(`${HOST}Content-Length : ${BODY.length}\r\n`), '400'],
  ['a folded header', put(`${HOST}X-Folded: a\r\n b\r\n${LENGTH}`), '400'],
  ['a line feed in a header', put(`${HOST}X-Broken: a\nb\r\n${LENGTH}`), '400'],
  ['no host', put(LENGTH), '400'],
  ['NUL in a header', put(`${HOST}X-Nul: a\0b\r\n${LENGTH}`), '400'],
  ['a header without a colon', put(`${HOST}nonsense\r\n${LENGTH}`), '400'],
  ['a header of 100 kB', put(`${HOST}X-Long: ${'a'.repeat(100_000)}\r\n${LENGTH}`), '(?:431)?'],
  ['1,000 headers', put(`${HOST}${'X-Many: 1\r\n'.repeat(1000)}${LENGTH}`), '(?:431)?'],
  ['an address of 64 kB', `GET /${'a'.repeat(64_000)} HTTP/1.1\r\n${HOST}\r\n`, '(?:431)?'],
  ['another expectation', put(`${HOST}${LENGTH}${CLOSE}Expect: the-unexpected\r\n`), '417'],
  ['HTTP/0.9', 'GET /\r\n', '408'],
  ['HTTP/2 without an upgrade', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400'],
  ['an unknown method', `FOO / HTTP/1.1\r\n${HOST}\r\n`, '400'],
  ['CONNECT', `CONNECT evil.example:80 HTTP/1.1\r\n${HOST}\r\n`, ''],
  ['a length that is too long, then silence', put(`${HOST}Content-Length: 99999\r\n`), '408'],
  // The rest of the body is not a request.
  ['a length that is too short', put(`${HOST}Content-Length: ${BODY.length - 9}\r\n`), '400(?: 400)?'],
  [
    'one byte too many',
    put(`${HOST}Content-Length: ${BODY_LIMIT + 1}\r\n`, ' '.repeat(BODY_LIMIT)),
    '(?:413)?',
  ],
  ['10 MB', put(`${HOST}Content-Length: 10000000\r\n`, ' '.repeat(10_000_000)), '(?:413)?'],
  ['2 GB announced', put(`${HOST}Content-Length: 2147483648\r\n`), '413'],
  ['a negative length', put(`${HOST}Content-Length: -1\r\n`), '400'],
  ['chunks without end', put(`${HOST}${CHUNKED}`, '5\r\n{"a":'), '408'],
  [
    'a chunk extension of 1 MB',
    put(`${HOST}${CHUNKED}`, chunked(BODY, `;${'x'.repeat(1_000_000)}`)),
    '(?:413|400)?',
  ],
  ['chunks in HTTP/1.0', put(CHUNKED, chunked(''), { version: '1.0' }), '400'],
  ['binary', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', '400'],
]

/** Unusual but valid requests. Each is processed once. */
const accepted: readonly RawRequest[] = [
  ['HTTP/1.0 without a host', put(LENGTH, BODY, { version: '1.0' }), '201'],
  ['Expect: 100-continue', put(`${HOST}${LENGTH}${CLOSE}Expect: 100-continue\r\n`), '100 201'],
  // Node uses the first.
  ['two hosts', put(`${HOST}Host: evil.example\r\n${LENGTH}${CLOSE}`), '201'],
  // Node removes the chunks and leaves the body as it is.
  [
    'two transfer encodings',
    put(`${HOST}Transfer-Encoding: gzip, chunked\r\n${CLOSE}`, chunked(BODY)),
    '201',
  ],
  [
    'an upgrade to h2c, which is ignored',
    put(`${HOST}${LENGTH}Connection: close, Upgrade\r\nUpgrade: h2c\r\n`),
    '201',
  ],
  ['chunks', put(`${HOST}${CHUNKED}${CLOSE}`, chunked(BODY, ';a=b')), '201'],
  [
    'a full address of another site',
    put(`${HOST}${LENGTH}${CLOSE}`, BODY, { site: 'http://evil.example' }),
    '201',
  ],
  [
    `the same request ${TIMES} times in one piece`,
    `${put(`${HOST}${LENGTH}`).repeat(TIMES)}GET / HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
    `(?:20[01] ){${TIMES}}200`,
  ],
]

export const rawHttp: Fault = {
  rows: '3.1 3.10 F48 F49',
  name: 'malformed and unusual HTTP on a raw socket',
  async run(trial) {
    const server = await startServer(trial)
    const requests = [...refused, ...accepted]
    await Promise.all(
      requests.map(async ([name, bytes, statuses]) => {
        const response = await send(server, bytes)
        if (response === null) return void trial.failures.push(`${name}: the connection stayed open`)
        const found = [...response.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status).join(' ')
        if (!new RegExp(`^(?:${statuses})$`).test(found))
          trial.failures.push(`${name}: ${found.slice(0, 100)}`)
      }),
    )
    if (!server.isRunning()) trial.failures.push('the server ended')
    const stored = (await withDatabase(server.env, exportProjects)).map(({ id = '' }) => id)
    const expected = new Set(accepted.map(([, bytes]) => /projects\/([\w-]+)/.exec(bytes)?.[1] ?? ''))
    const smuggled = stored.filter((id) => !expected.has(id)).length
    if (smuggled > 0) trial.failures.push(`${smuggled} refused requests were carried out`)
    const duplicated = stored.length - new Set(stored).size
    trial.failures.push(...(await problemsInLog(server, new Map(stored.map((id) => [id, {}])))))
    return trial.result(requests.length, { lost: expected.difference(new Set(stored)).size, duplicated })
  },
}

/** Everything the server sends until it closes the connection; null if it does not. */
function send({ port }: Server, bytes: string): Promise<string | null> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    const timeout = setTimeout(() => {
      socket.destroy()
      resolve(null)
    }, TIMEOUT_MS)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timeout)
      resolve(received)
    })
  })
}
