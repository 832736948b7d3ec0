import { domainToASCII } from 'node:url'
import type { Email } from './project-email.ts'

const LONGEST_LINE = 76
/** RFC 5322, 2.1.1. */
const LONGEST_UNQUOTED_LINE = 998
/** An encoded word has 75 at most, with `=?UTF-8?Q?` and `?=`. */
const LONGEST_PIECE = 63
/** No address is longer, and a header's line has an end. */
const LONGEST_ADDRESS = 320

/** The message as it goes over the wire: two views of the same words, in lines of ASCII. */
export function mimeOf(email: Email): Buffer {
  const { from, to, replyTo, subject, date, messageId, boundary, text, html } = email
  return Buffer.from(
    [
      `From: ${phrase(from.name)} <${from.address}>`,
      `To: ${to.join(',\r\n ')}`,
      ...replyToLines(replyTo),
      `Subject: ${encodedWords(subject)}`,
      `Message-ID: ${messageId}`,
      `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
      'MIME-Version: 1.0',
      `Content-Type: multipart/alternative; boundary="${boundary}"`,
      '',
      ...part('plain', text, boundary),
      ...part('html', html, boundary),
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  )
}

function part(kind: 'plain' | 'html', content: string, boundary: string): readonly string[] {
  const isPlain = survivesAsItIs(content)
  return [
    `--${boundary}`,
    `Content-Type: text/${kind}; charset=utf-8`,
    `Content-Transfer-Encoding: ${isPlain ? '7bit' : 'quoted-printable'}`,
    '',
    isPlain ? content.replaceAll('\n', '\r\n') : quotedPrintable(content),
  ]
}

/**
 * True for what no mail server changes on the way: lines of ASCII that are not too long, with nothing at
 * their ends that gets lost, no `From ` that gets quoted, and no `=_`, with which boundaries begin. Most
 * visitors write nothing else, and quoting takes longer than the rest of composing.
 */
function survivesAsItIs(text: string): boolean {
  // From its beginning: to search for the first character that is none takes half as long again.
  if (!/^[\n\x20-\x7e]*$/.test(text) || text.includes('=_')) return false
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    if (end - start > LONGEST_UNQUOTED_LINE) return false
    if (text.startsWith('From ', start) || text[end - 1] === ' ') return false
    start = end + 1
  }
  return true
}

/** RFC 2045, 6.7: readable where it is ASCII, and no line too long for any mail server. */
export function quotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => (isReadyLine(line) ? line : quoted(line)))
    .join('\r\n')
}

/** Most lines are short, and have nothing that means something here, nor a blank at their end. */
const isReadyLine = (line: string) =>
  line.length <= LONGEST_LINE && !line.endsWith(' ') && !/[^ -<>-~]/.test(line)

const quoted = (line: string) =>
  softBroken(
    line
      .replaceAll('=', '=3D')
      .replace(/[^\t\x20-\x7e]+/g, hex)
      .replace(/[\t ]$/, hex),
  )

const hex = (characters: string) =>
  Buffer.from(characters).toString('hex').toUpperCase().replace(/../g, '=$&')

/** Lines end in `=` where they go on, and never within the three characters of a byte. */
function softBroken(line: string): string {
  if (line.length <= LONGEST_LINE) return line
  const pieces = []
  let start = 0
  while (line.length - start > LONGEST_LINE) {
    const most = start + LONGEST_LINE - 1
    const end = line[most - 1] === '=' ? most - 1 : line[most - 2] === '=' ? most - 2 : most
    pieces.push(line.slice(start, end))
    start = end
  }
  return [...pieces, line.slice(start)].join('=\r\n')
}

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

/** A name before an address, where commas and brackets would mean something. */
const phrase = (name: string) =>
  /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/[\\"]/g, '\\$&')}"` : encodedWords(name)

/**
 * None where nobody could answer: a page of another version may have asked for no address, and letters that
 * the judge of answers accepts need not make a domain.
 */
function replyToLines(visitor: string): readonly string[] {
  const address = asciiAddress(visitor)
  return address !== null && address.length <= LONGEST_ADDRESS ? [`Reply-To: ${address}`] : []
}

/** An address as headers have it, in visible ASCII, or null where there is no such form. */
export function asciiAddress(plain: string): string | null {
  const at = plain.lastIndexOf('@')
  const address = `${plain.slice(0, at)}@${domainToASCII(plain.slice(at + 1))}`
  return /^[!-~]+@[\w.-]+$/.test(address) ? address : null
}
