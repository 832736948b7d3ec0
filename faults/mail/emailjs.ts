import { type Reply, startEmailJsSink } from '../harness/emailjs-sink.ts'
import type { Fault } from '../harness/fault.ts'
import { type Expected, testBrokenMail } from './broken-mail.ts'

interface BadReply extends Expected {
  readonly rows: string
  readonly name: string
  readonly reply: Reply
}

const uncertain = { isUncertain: true, mayCopy: true }

/** One of each kind; server/mail/call-mail-service.test.ts has all statuses. */
const badReplies: readonly BadReply[] = [
  {
    rows: 'F39 F40 F42',
    name: 'forbids the call (403)',
    reply: { status: 403, text: 'API calls are disabled for non-browser applications' },
    isPermanent: true,
  },
  { rows: 'F41', name: 'limits the rate (429)', reply: { status: 429, headers: { 'retry-after': '2' } } },
  { rows: 'F43', name: 'is down (503)', reply: { status: 503, text: '<html>' } },
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
]

export const emailJsFaults: readonly Fault[] = badReplies.map(({ rows, name, reply, ...expected }) => ({
  rows,
  name: `EmailJS ${name}`,
  async run(trial) {
    const mail = await startEmailJsSink(trial)
    return testBrokenMail(trial, {
      mail,
      breakIt() {
        mail.reply = reply
      },
      repair() {
        mail.reply = null
      },
      ...expected,
    })
  },
}))
