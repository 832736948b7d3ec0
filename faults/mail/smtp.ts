import type { Fault } from '../harness/fault.ts'
import { type Conduct, type Moment, startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage } from '../harness/stage.ts'
import { brokenMail } from './broken-mail.ts'
import { wrongSmtp } from './smtp-settings.ts'

interface Misconduct {
  readonly rows: string
  readonly name: string
  readonly at: Moment
  readonly does: Conduct
  readonly isPermanent?: boolean
  readonly mayCopy?: boolean
  readonly isInDoubt?: boolean
  readonly meanwhile?: 'success'
  readonly onlyFull?: boolean
}

const misconducts: readonly Misconduct[] = [
  { rows: 'F32', name: 'accepts and never greets', at: 'greeting', does: 'hang' },
  { rows: 'F32', name: 'hangs after EHLO', at: 'EHLO', does: 'hang', onlyFull: true },
  { rows: 'F32', name: 'hangs after MAIL', at: 'MAIL', does: 'hang', onlyFull: true },
  { rows: 'F32', name: 'hangs after RCPT', at: 'RCPT', does: 'hang' },
  { rows: 'F32', name: 'hangs after DATA', at: 'DATA', does: 'hang', onlyFull: true },
  {
    rows: 'F32',
    name: 'takes the message and hangs',
    at: 'dot',
    does: 'take and hang',
    mayCopy: true,
    isInDoubt: true,
  },
  { rows: 'F33', name: 'greylists (450)', at: 'RCPT', does: 450 },
  { rows: 'F33', name: 'is too busy (421)', at: 'greeting', does: 421, onlyFull: true },
  { rows: 'F33', name: 'has no room now (452)', at: 'dot', does: 452, onlyFull: true },
  { rows: 'F33', name: 'refuses for now (451)', at: 'DATA', does: 451, onlyFull: true },
  { rows: 'F34', name: 'refuses the recipient (550)', at: 'RCPT', does: 550, isPermanent: true },
  { rows: 'F34', name: 'refuses the sender (553)', at: 'MAIL', does: 553, isPermanent: true, onlyFull: true },
  { rows: 'F34', name: 'refuses the content (554)', at: 'dot', does: 554, isPermanent: true, onlyFull: true },
  { rows: 'F34', name: 'finds it too large (552)', at: 'dot', does: 552, isPermanent: true, onlyFull: true },
  {
    rows: 'F37',
    name: 'drops the line in the middle of the message',
    at: 'body',
    does: 'reset',
    // All of it had left.
    isInDoubt: true,
  },
  { rows: 'F37', name: 'drops the line after RCPT', at: 'RCPT', does: 'reset', onlyFull: true },
  {
    rows: 'F37',
    name: 'takes the message and drops the line',
    at: 'dot',
    does: 'take and reset',
    mayCopy: true,
    isInDoubt: true,
  },
  {
    rows: 'F37',
    name: 'says that it took the message and drops the line',
    at: 'dot',
    does: 'answer and reset',
    meanwhile: 'success',
  },
]

const misbehaving = ({ rows, name, at, does, onlyFull = false, ...rest }: Misconduct): Fault => ({
  rows,
  name: `SMTP ${name}`,
  onlyFull,
  async run() {
    await using stage = await createStage()
    const sink = await startSmtpSink(stage)
    return await brokenMail(stage, {
      env: sink.env,
      arrived: () => sink.arrived,
      breakIt: () => {
        sink.conduct = (moment) => (moment === at ? does : 'go')
        if (at === 'greeting' || at === 'EHLO') sink.hangUp()
      },
      mend: () => {
        sink.conduct = () => 'go'
      },
      ...rest,
    })
  },
})

const others: readonly Fault[] = [
  {
    rows: 'F31',
    name: 'SMTP nobody listens',
    async run() {
      await using stage = await createStage()
      const sink = await startSmtpSink(stage)
      return await brokenMail(stage, {
        env: sink.env,
        arrived: () => sink.arrived,
        breakIt: sink.close,
        mend: sink.open,
      })
    },
  },
  {
    rows: 'F36',
    name: 'SMTP refuses one of two recipients: the other gets it once',
    async run() {
      await using stage = await createStage()
      const sink = await startSmtpSink(stage)
      return await brokenMail(stage, {
        env: { ...sink.env, MAIL_TO: 'owner@kitchens.example,gone@kitchens.example' },
        arrived: () => sink.arrived,
        breakIt: () => {
          sink.conduct = (_moment, argument) => (argument.startsWith('gone@') ? 550 : 'go')
        },
        mend: () => {},
        meanwhile: 'success',
        check: (log) => (log.includes('refuses 1 of our recipients') ? null : 'nobody was told of the other'),
      })
    },
  },
]

export const breakSmtp: readonly Fault[] = [...misconducts.map(misbehaving), ...others, ...wrongSmtp]
