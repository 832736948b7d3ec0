import { join } from 'node:path'
import { type EmailJsSink, startEmailJsSink } from '../harness/emailjs-sink.ts'
import type { Arrivals } from '../harness/oracle.ts'
import { arrivedIn } from '../harness/outbox.ts'
import { type SmtpSink, startSmtpSink } from '../harness/smtp-sink.ts'
import type { Stage } from '../harness/stage.ts'

export const mailKinds = ['files', 'SMTP', 'EmailJS'] as const
export type MailKind = (typeof mailKinds)[number]

/** One kind of mailer with what arrives at its other end. */
export interface Mail {
  readonly kind: MailKind
  readonly env: Readonly<Record<string, string>>
  readonly arrived: Arrivals
  /** Hears of each e-mail that was taken, before the server hears of it. */
  onTaken(hear: () => void): void
  /** Hears of each call, of which nothing is taken then; null hears no more. */
  onCall(hear: (() => void) | null): void
}

export async function startMail(stage: Stage, kind: MailKind): Promise<Mail> {
  switch (kind) {
    case 'files':
      return {
        kind,
        env: {},
        arrived: () => arrivedIn(join(stage.directory, 'data/outbox')),
        onTaken() {},
        onCall() {},
      }
    case 'SMTP': {
      const sink = await startSmtpSink(stage)
      return {
        ...mailTo(sink, kind),
        onCall: (hear) => {
          sink.conduct = (moment) => {
            if (moment !== 'MAIL' || !hear) return 'go'
            hear()
            return 'reset'
          }
        },
      }
    }
    case 'EmailJS': {
      const sink = await startEmailJsSink(stage)
      return {
        ...mailTo(sink, kind),
        onCall: (hear) => {
          sink.refusal = hear && { status: 0 }
          sink.onCall = () => hear?.()
        },
      }
    }
  }
}

function mailTo(sink: SmtpSink | EmailJsSink, kind: MailKind): Omit<Mail, 'onCall'> {
  return {
    kind,
    env: sink.env,
    arrived: () => sink.arrived,
    onTaken: (hear) => {
      sink.onTaken = hear
    },
  }
}
