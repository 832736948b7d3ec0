import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { MAX_UNCOMPOSED_LENGTH } from './password-problem.ts'

const hash = promisify(argon2)

/** OWASP's recommendation for Argon2id: 19 MiB, 2 passes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** Known browsers have their own queue, so that strangers who guess passwords can't fill or delay it. */
const queues = { known: pLimit(1), unknown: pLimit(1) }
const MAX_WAITING = 20

/** Hashing takes a lot of memory and time, so each queue runs one task at a time. Returns null if the queue is full. */
export async function inQueue<T>(queue: keyof typeof queues, work: () => Promise<T>): Promise<T | null> {
  return queues[queue].pendingCount < MAX_WAITING ? queues[queue](work) : null
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await tagOf(password, nonce)
  return `argon2id$${COST.memory}$${COST.passes}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/** Takes as long for an empty hash as for a real one, so the time does not reveal who has an account. */
export async function isPassword(password: string, storedHash: string): Promise<boolean> {
  const [, memory, passes, nonce = '', tag = ''] = storedHash.split('$')
  const cost = { ...COST, memory: Number(memory ?? COST.memory), passes: Number(passes ?? COST.passes) }
  const expected = tag === '' ? Buffer.alloc(COST.tagLength) : Buffer.from(tag, 'base64url')
  // Normalizing a very long text would block the server.
  const isTooLong = password.length > MAX_UNCOMPOSED_LENGTH
  const given = await tagOf(
    isTooLong ? '' : password,
    nonce === '' ? Buffer.alloc(16) : Buffer.from(nonce, 'base64url'),
    cost,
  )
  return timingSafeEqual(given, expected) && storedHash !== '' && !isTooLong
}

async function tagOf(
  password: string,
  nonce: Buffer,
  cost: Record<keyof typeof COST, number> = COST,
): Promise<Buffer> {
  return hash('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, ...cost })
}
