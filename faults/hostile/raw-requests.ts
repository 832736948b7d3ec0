import { answersOf, newId } from '../harness/visitor.ts'
import { BODY_LIMIT } from './hostile-bodies.ts'

/** What is sent on a line of its own, and patterns of the statuses that may come back. */
export type Talk = readonly [name: string, bytes: string, ...answers: readonly string[]]

const TIMES = 1000

// One byte a character, as it is sent.
const BODY = Buffer.from(JSON.stringify(answersOf(newId()))).toString('latin1')
const LENGTH = `Content-Length: ${BODY.length}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const HOST = 'Host: x\r\n'
const UPGRADE = 'Connection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n'
const CLOSE = 'Connection: close\r\n'

const put = (headers: string, body = BODY, { version = '1.1', site = '' } = {}) =>
  `PUT ${site}/api/projects/${newId()} HTTP/${version}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`

const chunked = (body: string, extension = '') =>
  `${body.length.toString(16)}${extension}\r\n${body}\r\n0\r\n\r\n`

/** No HTTP, or two kinds of it at once, or too much of it. None may be carried out. */
export const refusedTalks = (): readonly Talk[] => [
  ['both lengths', put(`${HOST}${LENGTH}${CHUNKED}`, `0\r\n\r\n${BODY}`), '400'],
  ['two lengths', put(`${HOST}${LENGTH}Content-Length: 5\r\n`), '400'],
  ['an unknown transfer encoding', put(`${HOST}Transfer-Encoding: xchunked\r\n`), '400'],
  ['a space before the colon', put(`${HOST}Content-Length : ${BODY.length}\r\n`), '400'],
  ['a folded header', put(`${HOST}X-Folded: a\r\n b\r\n${LENGTH}`), '400'],
  ['a line feed in a header', put(`${HOST}X-Broken: a\nb\r\n${LENGTH}`), '400'],
  ['no host', put(LENGTH), '400'],
  ['NUL in a header', put(`${HOST}X-Nul: a\0b\r\n${LENGTH}`), '400'],
  ['a colour in a header', put(`${HOST}User-Agent: \x1b[31mforged\r\n${LENGTH}`), '400'],
  ['a header without a colon', put(`${HOST}nonsense\r\n${LENGTH}`), '400'],
  ['a header of 100 kB', put(`${HOST}X-Long: ${'a'.repeat(100_000)}\r\n${LENGTH}`), '431', ''],
  ['a cookie of 100 kB', put(`${HOST}Cookie: ${'a=b; '.repeat(20_000)}\r\n${LENGTH}`), '431', ''],
  ['1,000 headers', put(`${HOST}${'X-Many: 1\r\n'.repeat(1000)}${LENGTH}`), '431', ''],
  ['an address of 64 kB', `GET /${'a'.repeat(64_000)} HTTP/1.1\r\n${HOST}\r\n`, '431', ''],
  ['another expectation', put(`${HOST}${LENGTH}${CLOSE}Expect: the-unexpected\r\n`), '417'],
  ['HTTP/0.9', 'GET /\r\n', '408'],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400'],
  ['HTTP/3.0', `GET / HTTP/3.0\r\n${HOST}\r\n`, '400'],
  ['an unknown method', `FOO / HTTP/1.1\r\n${HOST}\r\n`, '400'],
  ['CONNECT', `CONNECT evil.example:80 HTTP/1.1\r\n${HOST}\r\n`, ''],
  ['a length that lies, then silence', put(`${HOST}Content-Length: 99999\r\n`), '408'],
  // The rest of it is no request.
  ['a length that is too short', put(`${HOST}Content-Length: ${BODY.length - 9}\r\n`), '400 400', '400'],
  [
    'one byte too many',
    put(`${HOST}Content-Length: ${BODY_LIMIT + 1}\r\n`, ' '.repeat(BODY_LIMIT)),
    '413',
    '',
  ],
  ['10 MB', put(`${HOST}Content-Length: 10000000\r\n`, ' '.repeat(10_000_000)), '413', ''],
  ['2 GB announced', put(`${HOST}Content-Length: 2147483648\r\n`), '413'],
  ['a negative length', put(`${HOST}Content-Length: -1\r\n`), '400'],
  ['chunks without end', put(`${HOST}${CHUNKED}`, '5\r\n{"a":'), '408'],
  [
    'a chunk extension of 1 MB',
    put(`${HOST}${CHUNKED}`, chunked(BODY, `;${'x'.repeat(1_000_000)}`)),
    '413',
    '400',
    '',
  ],
  ['chunks in HTTP/1.0', put(CHUNKED, chunked(''), { version: '1.0' }), '400'],
  ['binary', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', '400'],
]

/** Odd and right: each is carried out, once. */
export const acceptedTalks = (): readonly Talk[] => [
  ['HTTP/1.0, without a host', put(LENGTH, BODY, { version: '1.0' }), '201'],
  ['Expect: 100-continue', put(`${HOST}${LENGTH}${CLOSE}Expect: 100-continue\r\n`), '100 201'],
  // Node uses the first.
  ['two hosts', put(`${HOST}Host: evil.example\r\n${LENGTH}${CLOSE}`), '201'],
  // Node undoes the chunks and leaves the body as it is.
  [
    'two transfer encodings',
    put(`${HOST}Transfer-Encoding: gzip, chunked\r\n${CLOSE}`, chunked(BODY)),
    '201',
  ],
  // It is not taken up.
  ['an upgrade to h2c', put(`${HOST}${LENGTH}${UPGRADE}`), '201'],
  ['chunks', put(`${HOST}${CHUNKED}${CLOSE}`, chunked(BODY, ';a=b')), '201'],
  [
    'a whole address of another site',
    put(`${HOST}${LENGTH}${CLOSE}`, BODY, { site: 'http://evil.example' }),
    '201',
  ],
  [
    `the same request ${TIMES} times in one piece`,
    `${put(`${HOST}${LENGTH}`).repeat(TIMES)}GET / HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
    `(?:20[01] ){${TIMES}}200`,
  ],
]
