import { forOutlook } from '../mail/email-html.ts'

/** A message as a mail program shows it; just enough of MIME for what we write. */
export interface ReadEmail {
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  readonly html: string
}

export function readEmail(message: string): ReadEmail {
  const { headers, body } = split(message)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  if (!boundary) throw new Error('Not a message of several parts')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const partOf = (type: string) => {
    const part = parts.find(({ headers: own }) => own.get('content-type')?.startsWith(type))
    if (!part) return ''
    const charset = /charset=(\S+)/.exec(part.headers.get('content-type') ?? '')?.[1]
    return decoded(
      part.body.replace(/\r\n$/, ''),
      part.headers.get('content-transfer-encoding') ?? '',
      charset,
    )
  }
  return { headers, text: partOf('text/plain'), html: partOf('text/html') }
}

/** Without what is for Outlook alone, once each. */
export const withoutOutlook = (html: string) =>
  Object.values(forOutlook).reduce((rest, part) => rest.replace(part, ''), html)

function split(message: string) {
  const end = message.indexOf('\r\n\r\n')
  const lines = message
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      words(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  )
  return { headers, body: message.slice(end + 4) }
}

/** RFC 2047. */
const words = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      decoded(
        kind.toLowerCase() === 'q' ? text.replaceAll('_', ' ') : text,
        kind.toLowerCase() === 'q' ? 'quoted-printable' : 'base64',
      ),
    )

function decoded(text: string, encoding: string, charset?: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString()
  if (encoding !== 'quoted-printable') return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return new TextDecoder(charset, { ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'))
}
