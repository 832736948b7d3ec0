import SMTPConnection, {
  type SMTPConnectionOptions,
  type SMTPConnectionSendInfo,
} from 'nodemailer/lib/smtp-connection'
import { hasCode } from '../../lib/errors.ts'
import { createLineQueue } from './line-queue.ts'
import { ReadyMessage } from './ready-message.ts'

interface Envelope {
  readonly from: string
  readonly to: readonly string[]
}

interface SmtpLogin {
  readonly user: string
  readonly pass: string
}

interface Line {
  readonly connection: SMTPConnection
  sent: number
  /** Ends its silence. */
  timer?: NodeJS.Timeout
}

/** A line that has just been used works; of one that was silent for longer nobody knows. */
const LONGEST_SILENCE_MS = 1000
/** Some servers close a connection after fewer: then the next e-mail gets a new one. */
const MOST_PER_LINE = 100
/** An answer: I am closing. */
const CLOSING = 421

/** The server has the message, and did not say whether it takes it. */
export class Unanswered extends Error {}

/**
 * Connections to one mail server. Projects that come together share them, so that neither side greets for
 * each message; one that comes alone gets its own, and never waits for a line that is dead. Where the server takes
 * no more connections for now, those that it has taken are waited for.
 */
export function smtpConnections(options: SMTPConnectionOptions, login: SmtpLogin | null) {
  const silent = new Set<Line>()
  const queue = createLineQueue()

  async function opened(signal?: AbortSignal): Promise<Line> {
    const connection = new SMTPConnection(options)
    const line: Line = { connection, sent: 0 }
    // Without a listener an error would end the process; whoever is using the line hears of it as well.
    connection.on('error', () => {}).on('end', () => forget(line))
    try {
      await answered(connection, signal, (done) => connection.connect(done))
      if (login && connection.allowsAuth)
        await answered(connection, signal, (done) => connection.login({ ...login }, done))
    } catch (error) {
      connection.close()
      throw error
    }
    return line
  }

  async function sendOver(line: Line, { from, to }: Envelope, message: Buffer, signal?: AbortSignal) {
    const { connection } = line
    const ready = new ReadyMessage(message)
    try {
      const envelope = { from, to: [...to], size: message.length }
      const info = await answered<SMTPConnectionSendInfo>(connection, signal, (done) =>
        connection.send(envelope, ready, done),
      )
      if (!info) throw new Error('The mail server did not say what it took')
      line.sent += 1
      if (line.sent < MOST_PER_LINE) keep(line)
      else connection.quit()
      return info
    } catch (error) {
      connection.close()
      if (!ready.isGiven) throw error
      // With an answer that refuses it, nothing is in doubt, also where the server would have read on. One that was
      // cut short in taking it says neither.
      throw 'responseCode' in Object(error)
        ? Object.assign(Object(error), { hadMessage: true })
        : new Unanswered('The mail server has the message, and did not answer')
    }
  }

  function keep(line: Line) {
    silent.add(line)
    line.timer = setTimeout(() => {
      silent.delete(line)
      line.connection.quit()
    }, LONGEST_SILENCE_MS).unref()
  }

  function forget(line: Line) {
    silent.delete(line)
    clearTimeout(line.timer)
  }

  function taken(): Line | undefined {
    const [line] = silent
    if (line) forget(line)
    return line
  }

  async function takenOrOpened(signal?: AbortSignal): Promise<Line> {
    while (true) {
      try {
        return taken() ?? (await opened(signal))
      } catch (error) {
        if (signal?.aborted || !isForNow(error)) throw error
        if (silent.size === 0) await queue.freed(error, signal)
      }
    }
  }

  return {
    send: (envelope: Envelope, message: Buffer, signal?: AbortSignal): Promise<SMTPConnectionSendInfo> =>
      queue.use(async () => {
        while (true) {
          const line = await takenOrOpened(signal)
          const isUsed = line.sent > 0
          try {
            return await sendOver(line, envelope, message, signal)
          } catch (error) {
            if (!isUsed || signal?.aborted || !hadEnded(error)) throw error
          }
        }
      }),
    async check() {
      const { connection } = await opened()
      connection.quit()
    },
    close() {
      for (const line of silent) {
        forget(line)
        line.connection.quit()
      }
    },
  }
}

/** What the server answers, if it is more than yes; rejects with why it does not. The signal ends the line. */
function answered<T>(
  connection: SMTPConnection,
  signal: AbortSignal | undefined,
  ask: (done: (error?: Error | null, info?: T) => void) => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown) => reject(error)
    // Where there is a reason, it comes right after the end.
    const ended = () => setImmediate(reject, new Error('The mail server closed the connection'))
    const giveUp = () => connection.close()
    connection.once('error', failed).once('end', ended)
    signal?.addEventListener('abort', giveUp)
    ask((error, info) => {
      connection.off('error', failed).off('end', ended)
      signal?.removeEventListener('abort', giveUp)
      if (error) reject(error)
      else resolve(info)
    })
  })
}

/** The server is there, and says: not now. */
const isForNow = (error: unknown) =>
  error instanceof Error && 'responseCode' in error && /^4/.test(String(error.responseCode))

/** The server was ending the line, and had not asked for the message, or did not take it. */
function hadEnded(error: unknown): boolean {
  const isCut = hasCode(error, 'ECONNECTION') || hasCode(error, 'ESOCKET')
  return isCut || (error instanceof Error && 'responseCode' in error && error.responseCode === CLOSING)
}
