import { writeSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { describeError } from '../lib/errors.ts'
import { logLines } from './log-lines.ts'

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

const STDOUT = 1

/** JSON lines, or lines for people where there is a stream for them. */
export function createLog(level: string, forPeople: DestinationStream | null): FastifyBaseLogger {
  const options = {
    level,
    base: null,
    // An error's own fields may quote what a visitor wrote.
    serializers: { err: (error: unknown) => ({ reason: describeError(error) }) },
  }
  return pino(options, forPeople ?? logLines((bytes) => writeSync(STDOUT, bytes)))
}

/** On a terminal, where the development package is installed. */
export async function streamForPeople(): Promise<DestinationStream | null> {
  if (!process.stdout.isTTY) return null
  try {
    const { build } = await import('pino-pretty')
    return build({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
  } catch {
    return null
  }
}
