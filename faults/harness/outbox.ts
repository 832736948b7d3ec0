import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readEmail } from '../../server/testing/read-email.ts'
import type { Arrived } from './oracle.ts'

/** What arrived as files. */
export async function arrivedIn(directory: string): Promise<readonly Arrived[]> {
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const arrived: Arrived[] = []
  for (const name of names) arrived.push(arrivedFrom(await readFile(join(directory, name), 'utf8')))
  return arrived
}

/** Tells from a whole message which revision of which project it is about. */
export function arrivedFrom(message: string): Arrived {
  const { headers, text } = readEmail(message)
  const messageId = headers.get('message-id') ?? ''
  return {
    projectId: /\nProject ([\w-]{22})(?:,|\n|$)/.exec(text.replaceAll('\r', ''))?.[1] ?? '',
    messageId,
    revision: Number(/-r(\d+)@/.exec(messageId)?.[1] ?? 0),
  }
}
