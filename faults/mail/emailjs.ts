import { type Reply, startEmailJsSink } from '../harness/emailjs-sink.ts'
import type { Fault } from '../harness/fault.ts'
import { startServer } from '../harness/server.ts'
import { newIds } from '../harness/visitors.ts'
import { type Expected, testBrokenMail } from './broken-mail.ts'

interface BadReply extends Expected {
  readonly rows: string
  readonly name: string
  readonly reply: Reply
  readonly asForm?: boolean
}

const uncertain = { isUncertain: true, mayCopy: true }
const permanent = { isPermanent: true }

const badReplies: readonly BadReply[] = [
  {
    rows: 'F39',
    name: 'misses the public key (400)',
    reply: { status: 400, text: 'The public key is required.' },
    ...permanent,
  },
  {
    rows: 'F40',
    name: 'forbids the call (403)',
    reply: { status: 403, text: 'API calls are disabled for non-browser applications' },
    ...permanent,
  },
  { rows: 'F41', name: 'limits the rate (429)', reply: { status: 429, text: 'Too Many Requests' } },
  {
    rows: 'F41',
    name: 'limits the rate (429 with Retry-After)',
    reply: { status: 429, headers: { 'retry-after': '2' } },
  },
  {
    rows: 'F42',
    name: 'takes the server for a headless browser (451)',
    reply: { status: 451, text: 'Unavailable For Headless Browser' },
    ...permanent,
  },
  { rows: 'F43', name: 'is down (500)', reply: { status: 500, text: 'oops' } },
  { rows: 'F43', name: 'is down (503)', reply: { status: 503, text: '<html>' } },
  {
    rows: 'F43',
    name: 'redirects (302)',
    reply: { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
    ...permanent,
  },
  {
    rows: 'F43',
    name: 'responds with garbage and 200',
    reply: { status: 200, text: '\u0000<?xml ☃', accepts: true },
    visitorSees: 'success',
  },
  { rows: 'F43', name: 'drops the connection', reply: { status: 0 }, isUncertain: true },
  { rows: 'F43', name: 'never responds', reply: { status: 0, hangs: true }, isUncertain: true },
  {
    rows: 'F44',
    name: 'accepts and drops the connection',
    reply: { status: 0, accepts: true },
    ...uncertain,
  },
  {
    rows: 'F44',
    name: 'accepts and never responds',
    reply: { status: 0, accepts: true, hangs: true },
    ...uncertain,
  },
  { rows: 'F45', name: 'with a form: is down (500)', reply: { status: 500 }, asForm: true },
  { rows: 'F45', name: 'with a form: forbids (403)', reply: { status: 403 }, asForm: true, ...permanent },
]

/** The service accepts one call a second. */
const INTERVAL_MS = 1000
const TOLERANCE_MS = 200

export const emailJsFaults: readonly Fault[] = [
  ...badReplies.map(
    ({ rows, name, reply, asForm = false, ...expected }): Fault => ({
      rows,
      name: `EmailJS ${name}`,
      async run(trial) {
        const mail = await startEmailJsSink(trial, asForm)
        const path = `/api/v1.0/email/send${asForm ? '-form' : ''}`
        return testBrokenMail(trial, {
          mail,
          breakIt() {
            mail.reply = reply
          },
          repair() {
            mail.reply = null
          },
          check: () => ([...mail.paths].every((one) => one === path) ? null : `it called ${[...mail.paths]}`),
          ...expected,
        })
      },
    }),
  ),
  {
    rows: 'F41',
    name: 'EmailJS accepts one call a second: several submissions at once are all sent, each in its turn',
    async run(trial) {
      const mail = await startEmailJsSink(trial)
      const server = await startServer(trial, { mail })
      const ids = newIds(5)
      await Promise.all(ids.map((id) => trial.visitors.submit(server.origin, id)))
      const took = (mail.calls.at(-1) ?? 0) - (mail.calls[0] ?? 0)
      if (took < (mail.calls.length - 1) * INTERVAL_MS - TOLERANCE_MS)
        trial.failures.push(`${mail.calls.length} calls in ${Math.round(took)} ms`)
      return trial.verify(server, { runs: ids.length })
    },
  },
]
