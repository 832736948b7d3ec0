import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hash = promisify(argon2)

/** As OWASP advises for Argon2id: 19 MiB, twice over. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

const AT_ONCE = 2
const MOST_WAITING = 40

let running = 0
const waiting: (() => void)[] = []

/** More people want to sign in at once than there is memory for. */
export class TooMany extends Error {}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await tagOf(password, nonce)
  return `argon2id$${COST.memory}$${COST.passes}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/** The same work whether there is such a person and a password, or not: nobody learns it from the time. */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, memory, passes, nonce = '', tag = ''] = kept.split('$')
  const cost = { ...COST, memory: Number(memory ?? COST.memory), passes: Number(passes ?? COST.passes) }
  const expected = tag === '' ? Buffer.alloc(COST.tagLength) : Buffer.from(tag, 'base64url')
  const given = await tagOf(password, nonce === '' ? Buffer.alloc(16) : Buffer.from(nonce, 'base64url'), cost)
  return timingSafeEqual(given, expected) && kept !== ''
}

async function tagOf(
  password: string,
  nonce: Buffer,
  cost: Record<keyof typeof COST, number> = COST,
): Promise<Buffer> {
  await turn()
  try {
    return await hash('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, ...cost })
  } finally {
    const next = waiting.shift()
    // Handed on, so that nobody who comes just then takes the same turn.
    if (next) next()
    else running -= 1
  }
}

async function turn() {
  if (running < AT_ONCE) {
    running += 1
    return
  }
  if (waiting.length >= MOST_WAITING) throw new TooMany('Too many sign-ins at once')
  await new Promise<void>((resolve) => waiting.push(resolve))
}
