import { Readable, Transform } from 'node:stream'

/**
 * A message whose lines all end as SMTP wants them, the last one too, and of which the first is a header. The
 * library looks at every byte for lines that do not, which takes longer than all else it does; so what it
 * would make of the message is put behind that look, in one piece. Whatever else asks for the message gets it
 * as it is.
 */
export class ReadyMessage extends Readable {
  readonly #message: Buffer
  /** Whether the server has asked for it, and has been given some or all of it. */
  isGiven = false

  constructor(message: Buffer) {
    super()
    this.#message = message
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    this.isGiven = true
    if (!(destination instanceof Transform)) return super.pipe(destination, options)
    destination.push(onTheWire(this.#message))
    destination.push(null)
    return destination
  }

  override _read() {
    this.push(this.#message)
    this.push(null)
  }
}

/** RFC 5321, 4.5.2: a line that begins with a dot gets another one, and a dot alone is the end. */
function onTheWire(message: Buffer): Buffer {
  const hasDots = message.includes('\r\n.')
  const lines = hasDots ? message.toString('latin1').replaceAll('\r\n.', '\r\n..') : message
  return Buffer.concat([typeof lines === 'string' ? Buffer.from(lines, 'latin1') : lines, END])
}

const END = Buffer.from('.\r\n')
