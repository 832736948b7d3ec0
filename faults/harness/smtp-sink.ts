import { createServer, type Server, type Socket } from 'node:net'
import type { Email } from './oracle.ts'
import type { Sandbox } from './sandbox.ts'
import { type MailSink, parseEmail } from './server.ts'

/** The stages of an SMTP conversation at which the mail server can misbehave. `end` is the final dot of a message. */
export type Stage = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'end'

/** What the mail server does at a stage. A number is a reply code; `accept and …` keeps the message first. */
export type Behavior =
  | 'reply'
  | 'reply slowly'
  | 'hang'
  | 'reset'
  | 'accept and hang'
  | 'accept and reset'
  | 'reply and reset'
  | number

export interface SmtpSink extends MailSink {
  readonly received: Email[]
  behave: (stage: Stage, argument: string) => Behavior
  /** Called for each accepted message, before the reply. */
  onAccepted: (email: Email) => void
  /** Closes open connections, so that the next conversation begins with a greeting. */
  disconnect(): void
  close(): Promise<void>
  open(): Promise<void>
}

const SLOW_MS = 400

const REPLIES: Readonly<Record<Stage, string>> = {
  greeting: '220 sink ESMTP',
  EHLO: '250-sink\r\n250 8BITMIME',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go ahead',
  body: '',
  end: '250 2.0.0 accepted',
}

/** A mail server that misbehaves on request and records what it accepted. */
export async function startSmtpSink(sandbox: Sandbox, isOpen = true): Promise<SmtpSink> {
  const sockets = new Set<Socket>()
  let server: Server | null = null
  let port = 0

  async function open() {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => {})
      converse(socket, sink)
    })
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  }
  function disconnect() {
    for (const socket of sockets) socket.destroy()
  }
  async function close() {
    disconnect()
    const closing = server
    server = null
    if (closing) await new Promise((resolve) => closing.close(resolve))
  }

  await open()
  const sink: SmtpSink = {
    env: { MAIL_URL: `smtp://127.0.0.1:${port}` },
    received: [],
    behave: () => 'reply',
    onAccepted: () => {},
    disconnect,
    open,
    close,
  }
  if (!isOpen) await close()
  sandbox.defer(close)
  return sink
}

function converse(socket: Socket, sink: SmtpSink) {
  let buffered = ''
  let isBody = false

  /** Returns whether the conversation goes on. */
  function act(stage: Stage, argument = '', message = ''): boolean {
    const behavior = sink.behave(stage, argument)
    if (behavior === 'hang') return false
    if (behavior === 'reset') return reset()
    if (typeof behavior === 'number') {
      socket.write(`${behavior} ${behavior < 500 ? '4.3.0 try later' : '5.1.1 not here'}\r\n`)
      return true
    }
    if (stage === 'end') accept(message)
    if (behavior === 'accept and hang') return false
    if (behavior === 'accept and reset') return reset()
    const reply = () => socket.write(`${REPLIES[stage]}\r\n`)
    if (behavior === 'reply slowly') setTimeout(reply, SLOW_MS)
    else if (REPLIES[stage] !== '') reply()
    if (behavior !== 'reply and reset') return true
    // After the reply has left.
    setTimeout(reset, 20)
    return false
  }

  function reset(): false {
    socket.resetAndDestroy()
    return false
  }

  function accept(message: string) {
    const email = parseEmail(message)
    sink.received.push(email)
    sink.onAccepted(email)
  }

  function command(line: string): boolean {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') return act('EHLO')
    if (verb === 'MAIL') return act('MAIL')
    if (verb === 'RCPT') return act('RCPT', /<([^>]*)>/.exec(line)?.[1] ?? '')
    if (verb === 'DATA') {
      isBody = typeof sink.behave('DATA', '') !== 'number'
      return act('DATA')
    }
    if (verb === 'QUIT') {
      socket.end('221 bye\r\n')
      return false
    }
    socket.write(verb === 'RSET' || verb === 'NOOP' ? '250 ok\r\n' : '502 not implemented\r\n')
    return true
  }

  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    buffered += chunk
    while (!socket.destroyed) {
      if (isBody && buffered.length > 200 && sink.behave('body', '') !== 'reply') return void act('body')
      const terminator = isBody ? '\r\n.\r\n' : '\r\n'
      const end = buffered.indexOf(terminator)
      if (end === -1) return
      const text = buffered.slice(0, end)
      buffered = buffered.slice(end + terminator.length)
      const goesOn = isBody ? act('end', '', `${text}\r\n`.replaceAll('\r\n..', '\r\n.')) : command(text)
      if (terminator !== '\r\n') isBody = false
      if (!goesOn) return
    }
  })
  act('greeting')
}
