import { writeSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { describeError } from '../lib/errors.ts'
import { createLogStream } from './log-stream.ts'

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

const STDOUT = 1

/** Logs JSON lines to stdout, or to the given stream. */
export function createLog(level: string, stream: DestinationStream | null): FastifyBaseLogger {
  const options = {
    level,
    base: null,
    // Other fields of an error may quote a visitor's answers.
    serializers: { err: (error: unknown) => ({ reason: describeError(error) }) },
  }
  return pino(options, stream ?? createLogStream((bytes) => writeSync(STDOUT, bytes)))
}

/** Formats lines for a terminal. Null if there is no terminal, or no pino-pretty, which is a development package. */
export async function terminalStream(): Promise<DestinationStream | null> {
  if (!process.stdout.isTTY) return null
  try {
    const { build } = await import('pino-pretty')
    return build({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
  } catch {
    return null
  }
}
