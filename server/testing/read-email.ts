import { forOutlook } from '../mail/email-html.ts'

/** A message as a mail program shows it. Reads just enough of MIME for the messages we send. */
export interface ReadEmail {
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  readonly html: string
}

type Part = Pick<ReadEmail, 'headers'> & { readonly body: string }

export function readEmail(message: string): ReadEmail {
  const { headers, body } = splitHeaders(message)
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('text/plain')) return { headers, text: decodeBody(headers, body), html: '' }
  const parts = partsOf({ headers, body })
  if (parts.length === 1) throw new Error('Not a multipart message')
  const partOf = (type: string) => {
    const found = parts.find((part) => part.headers.get('content-type')?.startsWith(type))
    return found ? decodeBody(found.headers, found.body.replace(/\r\n$/, '')) : ''
  }
  return { headers, text: partOf('text/plain'), html: partOf('text/html') }
}

/** The parts of a message, also those inside of another part, or the message itself. */
function partsOf(part: Part): readonly Part[] {
  const boundary = /^multipart.*boundary="([^"]+)"/.exec(part.headers.get('content-type') ?? '')?.[1]
  if (!boundary) return [part]
  return part.body.split(`--${boundary}`).slice(1, -1).map(splitHeaders).flatMap(partsOf)
}

/** Removes the parts that only Outlook shows, once each. */
export const withoutOutlook = (html: string) =>
  Object.values(forOutlook).reduce((rest, part) => rest.replace(part, ''), html)

/** Text in 7 bits keeps every `=`, also one before two letters of a link that look like a code. */
const decodeBody = (headers: ReadonlyMap<string, string>, body: string) =>
  headers.get('content-transfer-encoding') === 'quoted-printable' ? decodeQuotedPrintable(body) : body

function splitHeaders(message: string): Part {
  const end = message.indexOf('\r\n\r\n')
  const lines = message
    .slice(0, end)
    .trimStart()
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodeWords(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  )
  return { headers, body: message.slice(end + 4) }
}

/** Decodes the encoded words of a header (RFC 2047). */
const decodeWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuotedPrintable(text.replaceAll('_', ' ')),
    )

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
