import type { SentEmail } from './product.ts'

/** The headers and the plain text of an e-mail as it stands in its file. */
export function readEmail(file: Buffer): SentEmail {
  const message = file.toString('latin1')
  const [headers, body] = cut(message)
  const boundary = headers.match(/boundary="?([^";\r\n]+)/i)?.[1]
  const parts = boundary === undefined ? [message] : body.split(`--${boundary}`)
  const plain = parts.find((part) => /content-type: text\/plain/i.test(cut(part)[0]))
  if (plain === undefined) throw new Error('The e-mail has no plain text')
  const [partHeaders, content] = cut(plain)
  return {
    headers: headers.replace(/\r\n[ \t]+/g, ' '),
    text: decoded(content, partHeaders).replaceAll('\r\n', '\n'),
  }
}

function cut(part: string): readonly [string, string] {
  const end = part.indexOf('\r\n\r\n')
  return [part.slice(0, end), part.slice(end + 4)]
}

function decoded(content: string, headers: string): string {
  if (/transfer-encoding: base64/i.test(headers)) return Buffer.from(content, 'base64').toString()
  if (!/transfer-encoding: quoted-printable/i.test(headers)) return Buffer.from(content, 'latin1').toString()
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
