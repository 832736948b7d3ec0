import { createServer, type Server, type Socket } from 'node:net'
import type { Arrived } from './oracle.ts'
import { arrivedFrom } from './outbox.ts'
import type { Stage } from './stage.ts'

/** The moments of an SMTP talk at which it can go wrong. */
export type Moment = 'greeting' | 'EHLO' | 'STARTTLS' | 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'dot'

/** `go` is the usual answer; a number is answered as a refusal; `take and …` keeps the message first. */
export type Conduct =
  | 'go'
  | 'go slowly'
  | 'hang'
  | 'reset'
  | 'take and hang'
  | 'take and reset'
  | 'answer and reset'
  | 'answer and garble'
  | number

export interface SmtpSink {
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  readonly arrived: Arrived[]
  /** Every command that came, without its arguments. */
  readonly commands: string[]
  conduct: (moment: Moment, argument: string) => Conduct
  /** Told of each message as it is taken, before that is answered. */
  onTaken: (arrived: Arrived) => void
  /** Ends the lines that are open, so that the next talk begins with a greeting. */
  hangUp(): void
  close(): Promise<void>
  open(): Promise<void>
}

/** Neither TLS nor SMTP. */
const GARBAGE = 'This is no handshake.\r\n'.repeat(20)

/** How long `go slowly` takes. */
const SLOW_MS = 400

const USUAL: Readonly<Record<Moment, string>> = {
  greeting: '220 sink ESMTP',
  EHLO: '250-sink\r\n250 8BITMIME',
  STARTTLS: '220 go on',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  body: '',
  dot: '250 2.0.0 taken',
}

/** An SMTP server that does what it is told at each moment, and remembers what it took. */
export async function startSmtpSink(stage: Stage, isOpen = true): Promise<SmtpSink> {
  const sockets = new Set<Socket>()
  let server: Server | null = null
  let port = 0

  async function open() {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => {})
      talk(socket, sink)
    })
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  }
  function hangUp() {
    for (const socket of sockets) socket.destroy()
  }
  async function close() {
    hangUp()
    const closing = server
    server = null
    if (closing) await new Promise((resolve) => closing.close(resolve))
  }

  await open()
  const sink: SmtpSink = {
    port,
    env: { MAIL_URL: `smtp://127.0.0.1:${port}` },
    arrived: [],
    commands: [],
    conduct: () => 'go',
    onTaken: () => {},
    hangUp,
    open,
    close,
  }
  if (!isOpen) await close()
  stage.after(close)
  return sink
}

function talk(socket: Socket, sink: SmtpSink) {
  let buffered = ''
  let isBody = false

  /** True when the talk goes on. */
  function act(moment: Moment, argument = '', message = ''): boolean {
    const conduct = sink.conduct(moment, argument)
    if (conduct === 'hang') return false
    if (conduct === 'reset') return reset()
    if (typeof conduct === 'number') {
      socket.write(`${conduct} ${conduct < 500 ? '4.3.0 try later' : '5.1.1 not here'}\r\n`)
      return true
    }
    if (moment === 'dot') take(message)
    if (conduct === 'take and hang') return false
    if (conduct === 'take and reset') return reset()
    const offer = moment === 'EHLO' && offersTls() ? '250-STARTTLS\r\n' : ''
    const answer = () => socket.write(`${offer}${USUAL[moment]}\r\n`)
    if (conduct === 'go slowly') setTimeout(answer, SLOW_MS)
    else if (USUAL[moment] !== '') answer()
    if (conduct === 'answer and garble') socket.once('data', () => socket.write(GARBAGE))
    else if (conduct !== 'answer and reset') return true
    // Once the answer has left.
    else setTimeout(reset, 20)
    return false
  }

  /** Nobody here can speak TLS: who offers it does so to break it. */
  function offersTls(): boolean {
    return sink.conduct('STARTTLS', '') !== 'go'
  }

  function reset(): false {
    socket.resetAndDestroy()
    return false
  }

  function take(message: string) {
    const arrived = arrivedFrom(message)
    sink.arrived.push(arrived)
    sink.onTaken(arrived)
  }

  function command(line: string) {
    const verb = line.slice(0, 4).toUpperCase()
    sink.commands.push(verb)
    if (verb === 'EHLO' || verb === 'HELO') return act('EHLO')
    if (verb === 'STAR' && offersTls()) return act('STARTTLS')
    if (verb === 'MAIL') return act('MAIL')
    if (verb === 'RCPT') return act('RCPT', /<([^>]*)>/.exec(line)?.[1] ?? '')
    if (verb === 'DATA') {
      isBody = typeof sink.conduct('DATA', '') !== 'number'
      return act('DATA')
    }
    if (verb === 'QUIT') {
      socket.end('221 bye\r\n')
      return false
    }
    socket.write(verb === 'RSET' || verb === 'NOOP' ? '250 ok\r\n' : '502 not here\r\n')
    return true
  }

  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    buffered += chunk
    while (!socket.destroyed) {
      if (isBody) {
        if (buffered.length > 200 && sink.conduct('body', '') !== 'go') return void act('body')
        const end = buffered.indexOf('\r\n.\r\n')
        if (end === -1) return
        const message = buffered.slice(0, end + 2).replaceAll('\r\n..', '\r\n.')
        buffered = buffered.slice(end + 5)
        isBody = false
        if (!act('dot', '', message)) return
      } else {
        const end = buffered.indexOf('\r\n')
        if (end === -1) return
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        if (!command(line)) return
      }
    }
  })
  act('greeting')
}
