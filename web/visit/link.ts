import { withoutContact } from '../../questionnaire/answers.ts'
import { LINK } from './draft-key.ts'
import { toBase64Url } from './new-identity.ts'
import type { Visit } from './visit.ts'

// A link that carries a visit to another device: its answers are in the fragment, which browsers do not send. This is a
// script of its own, because few visits need it.

/** The first characters of the fragment's content. Another format gets another number. */
const VERSION = '1.'
/** Mail programs and messengers cut longer links. */
const MAX_LINK_LENGTH = 4096
/** No link of ours has more text, and a hostile one must not fill the memory. */
const MAX_TEXT_BYTES = 64 * 1024

/** Null if the link would be too long. */
export async function createLink(
  { answers, furthest, changedAt }: Visit,
  origin: string,
): Promise<string | null> {
  const text = JSON.stringify({ answers: withoutContact(answers), furthest, at: changedAt }, (_, value) =>
    value === '' ? undefined : value,
  )
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > MAX_TEXT_BYTES) return null
  const packed = await readAll(streamOf(bytes).pipeThrough(new CompressionStream('deflate-raw')))
  if (packed.length > MAX_LINK_LENGTH) return null
  const link = `${origin}/${LINK}${VERSION}${toBase64Url(packed)}`
  return link.length > MAX_LINK_LENGTH ? null : link
}

/** The content of a link, which may come from anyone; undefined if it is unreadable. */
export async function readLink(code: string): Promise<unknown> {
  try {
    if (!code.startsWith(VERSION) || code.length > MAX_LINK_LENGTH) return undefined
    const packed = fromBase64Url(code.slice(VERSION.length))
    const bytes = await readAll(streamOf(packed).pipeThrough(new DecompressionStream('deflate-raw')))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

const streamOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]).stream()

/** Throws if there is more than a link of ours can have. */
async function readAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) continue
    length += value.length
    if (length > MAX_TEXT_BYTES) {
      await reader.cancel()
      throw new RangeError('The link has too much text')
    }
    chunks.push(value)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
