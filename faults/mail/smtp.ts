import type { Fault } from '../harness/fault.ts'
import { type Behavior, type Stage, startSmtpSink } from '../harness/smtp-sink.ts'
import { type Expected, testBrokenMail } from './broken-mail.ts'

interface Misbehavior extends Expected {
  readonly rows: string
  readonly name: string
  readonly at: Stage
  readonly does: Behavior
}

const uncertain = { isUncertain: true, mayCopy: true }
const permanent = { isPermanent: true }

const misbehaviors: readonly Misbehavior[] = [
  { rows: 'F32', name: 'accepts the connection and never greets', at: 'greeting', does: 'hang' },
  { rows: 'F32', name: 'hangs after EHLO', at: 'EHLO', does: 'hang' },
  { rows: 'F32', name: 'hangs after RCPT', at: 'RCPT', does: 'hang' },
  { rows: 'F32', name: 'hangs after DATA', at: 'DATA', does: 'hang' },
  { rows: 'F32', name: 'accepts the message and hangs', at: 'end', does: 'accept and hang', ...uncertain },
  { rows: 'F33', name: 'greylists (450)', at: 'RCPT', does: 450 },
  { rows: 'F33', name: 'is too busy (421)', at: 'greeting', does: 421 },
  { rows: 'F33', name: 'has no room now (452)', at: 'end', does: 452 },
  { rows: 'F33', name: 'refuses for now (451)', at: 'DATA', does: 451 },
  { rows: 'F34', name: 'refuses the recipient (550)', at: 'RCPT', does: 550, ...permanent },
  { rows: 'F34', name: 'refuses the sender (553)', at: 'MAIL', does: 553, ...permanent },
  { rows: 'F34', name: 'refuses the content (554)', at: 'end', does: 554, ...permanent },
  { rows: 'F34', name: 'finds the message too large (552)', at: 'end', does: 552, ...permanent },
  { rows: 'F37', name: 'drops the connection after RCPT', at: 'RCPT', does: 'reset' },
  // The whole message had left the server.
  {
    rows: 'F37',
    name: 'drops the connection during the message',
    at: 'body',
    does: 'reset',
    isUncertain: true,
  },
  {
    rows: 'F37',
    name: 'accepts the message and drops the connection',
    at: 'end',
    does: 'accept and reset',
    ...uncertain,
  },
  {
    rows: 'F37',
    name: 'confirms the message and drops the connection',
    at: 'end',
    does: 'reply and reset',
    visitorSees: 'success',
  },
]

export const smtpFaults: readonly Fault[] = [
  {
    rows: 'F31',
    name: 'SMTP server is down and comes back',
    short: true,
    async run(trial) {
      const mail = await startSmtpSink(trial)
      return testBrokenMail(trial, { mail, breakIt: mail.close, repair: mail.open })
    },
  },
  ...misbehaviors.map(
    ({ rows, name, at, does, ...expected }): Fault => ({
      rows,
      name: `SMTP server ${name}`,
      async run(trial) {
        const mail = await startSmtpSink(trial)
        return testBrokenMail(trial, {
          mail,
          breakIt() {
            mail.behave = (stage) => (stage === at ? does : 'reply')
            if (at === 'greeting' || at === 'EHLO') mail.disconnect()
          },
          repair() {
            mail.behave = () => 'reply'
          },
          ...expected,
        })
      },
    }),
  ),
  {
    rows: 'F36',
    name: 'SMTP server refuses one of two recipients: the other gets one email',
    async run(trial) {
      const mail = await startSmtpSink(trial)
      return testBrokenMail(trial, {
        mail,
        env: { MAIL_TO: 'owner@kitchens.example,gone@kitchens.example' },
        breakIt() {
          mail.behave = (_stage, argument) => (argument.startsWith('gone@') ? 550 : 'reply')
        },
        visitorSees: 'success',
        check: (log) =>
          log.includes('refuses 1 of our recipients') ? null : 'the refused recipient is not in the log',
      })
    },
  },
]
