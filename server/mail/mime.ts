import { asciiAddress } from '../lib/ascii-address.ts'
import type { Email } from './project-email.ts'

const LONGEST_LINE = 76
/** RFC 5322, 2.1.1. */
const LONGEST_UNQUOTED_LINE = 998
/** RFC 2047, 2: a line with encoded words has 76 at most, with `Subject: `, `=?UTF-8?Q?` and `?=`. */
const LONGEST_PIECE = 55
/** No address is longer, and a header's line has an end. */
const LONGEST_ADDRESS = 320

/** The message as it goes over the wire: two views of the same words, in lines of ASCII. */
export function mimeOf(email: Email): Buffer {
  const { from, to, replyTo, subject, date, messageId, inReplyTo, boundary, text, html } = email
  return Buffer.from(
    [
      `From: ${mailbox(from)}`,
      `To: ${to.join(',\r\n ')}`,
      ...replyToLines(replyTo),
      `Subject: ${encodedWords(subject)}`,
      `Message-ID: ${messageId}`,
      // Mail programs show both in one conversation; some go by the one line, some by the other.
      ...(inReplyTo === null ? [] : [`In-Reply-To: ${inReplyTo}`, `References: ${inReplyTo}`]),
      `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
      // RFC 3834: it asks for no automatic answer, which would go where Reply-To says, to the homeowner.
      'Auto-Submitted: auto-generated',
      'MIME-Version: 1.0',
      `Content-Type: multipart/alternative; boundary="${boundary}"`,
      '',
      ...part('plain', boundary, survivesAsItIs(text) ? ['7bit', withCrlf(text)] : quoted(text)),
      ...part('html', boundary, hasLongLine(html) ? quoted(html) : ['7bit', html]),
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  )
}

type Encoded = readonly [encoding: '7bit' | 'quoted-printable', content: string]

const part = (kind: 'plain' | 'html', boundary: string, [encoding, content]: Encoded) => [
  `--${boundary}`,
  `Content-Type: text/${kind}; charset=utf-8`,
  `Content-Transfer-Encoding: ${encoding}`,
  '',
  content,
]

const quoted = (text: string): Encoded => ['quoted-printable', quotedPrintable(text)]

const withCrlf = (text: string) => text.replaceAll('\n', '\r\n')

/**
 * True for what no mail server changes on the way: lines of ASCII that are not too long, with nothing at
 * their ends that gets lost, no `From ` that gets quoted, and no `=_`, with which boundaries begin. Most
 * visitors write nothing else, and quoting takes longer than the rest of composing.
 */
const survivesAsItIs = (text: string) =>
  // From its beginning: to search for the first character that is none takes half as long again.
  /^[\n\x20-\x7e]*$/.test(text) && !/^From | $/m.test(text) && !text.includes('=_') && !hasLongLine(text)

/** Goes from line end to line end as far apart as a line may be long: it need not look at each. */
function hasLongLine(text: string): boolean {
  let start = 0
  while (text.length - start > LONGEST_UNQUOTED_LINE) {
    const end = text.lastIndexOf('\n', start + LONGEST_UNQUOTED_LINE)
    if (end < start) return true
    start = end + 1
  }
  return false
}

/**
 * RFC 2045, 6.7: readable where it is ASCII, and no line too long for any mail server. Byte by byte: whoever fills
 * every answer makes millions of them, and nobody else is answered meanwhile.
 */
export function quotedPrintable(text: string): string {
  const bytes = Buffer.from(text.replace(/\r\n?/g, '\n'))
  const written = Buffer.allocUnsafe(bytes.length * LONGEST_QUOTED)
  let length = 0
  let column = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === LF) {
      length += written.write('\r\n', length, 'latin1')
      column = 0
      continue
    }
    const isLast = at + 1 === bytes.length || bytes[at + 1] === LF
    const isReadable =
      byte === TAB || byte === SPACE ? !isLast : byte > SPACE && byte < DELETE && byte !== EQUALS
    const width = isReadable ? 1 : 3
    // A line that goes on ends in `=`, and never within the three characters of a byte.
    if (column + width >= LONGEST_LINE) {
      length += written.write('=\r\n', length, 'latin1')
      column = 0
    }
    column += width
    if (isReadable) written[length++] = byte
    else {
      written[length++] = EQUALS
      written[length++] = HEX.charCodeAt(byte >> 4)
      written[length++] = HEX.charCodeAt(byte & 15)
    }
  }
  return written.toString('latin1', 0, length)
}

const [TAB, LF, SPACE, EQUALS, DELETE] = [0x09, 0x0a, 0x20, 0x3d, 0x7f]
const HEX = '0123456789ABCDEF'
/** A byte takes three, and now and then a line ends. */
const LONGEST_QUOTED = 4

const hex = (characters: string) =>
  Buffer.from(characters).toString('hex').toUpperCase().replace(/../g, '=$&')

/** RFC 2047, for what a header says in words: as it is in ASCII, and in pieces of whole characters otherwise. */
export function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text
  const pieces = ['']
  for (const character of text) {
    const encoded = character === ' ' ? '_' : /[A-Za-z0-9!*+/-]/.test(character) ? character : hex(character)
    const longer = pieces.at(-1) + encoded
    if (longer.length <= LONGEST_PIECE) pieces[pieces.length - 1] = longer
    else pieces.push(encoded)
  }
  return pieces.map((piece) => `=?UTF-8?Q?${piece}?=`).join('\r\n ')
}

/** The address on a line of its own where the name leaves it no room. */
function mailbox({ name, address }: Email['from']): string {
  const words = phrase(name)
  const column = `From: ${words}`.split('\r\n').at(-1)?.length ?? 0
  return `${words}${column + address.length + 3 > LONGEST_LINE ? '\r\n' : ''} <${address}>`
}

/** A name before an address, where commas and brackets would mean something. */
const phrase = (name: string) =>
  /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/[\\"]/g, '\\$&')}"` : encodedWords(name)

/**
 * None where nobody could answer: a page of another version may have asked for no address, and letters that
 * the judge of answers accepts need not make a domain.
 */
function replyToLines(visitor: string): readonly string[] {
  const address = asciiAddress(visitor)
  if (address === null || address.length > LONGEST_ADDRESS) return []
  return [`Reply-To: ${address.replace(MISPLACED_DOT, '"$1"')}`]
}

/**
 * A dot at either end of what is before the `@`, or two in a row: RFC 5322 wants that in quotes, and a mail service that
 * reads headers refuses the whole e-mail otherwise.
 */
const MISPLACED_DOT = /^(?=\.|.*\.[.@])(.+)(?=@)/
