import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { MAX_UNCOMPOSED_LENGTH } from './password-problem.ts'
import { createTurns } from './turns.ts'

const hash = promisify(argon2)

/** As OWASP advises for Argon2id: 19 MiB, twice over. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** There is no memory for more people to sign in at once: they are told so, by `TooMany`. */
const inTurn = createTurns({ atOnce: 2, mostWaiting: 40 })

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
  // Not composed, or everybody would wait meanwhile.
  const isTooLong = password.length > MAX_UNCOMPOSED_LENGTH
  const given = await tagOf(
    isTooLong ? '' : password,
    nonce === '' ? Buffer.alloc(16) : Buffer.from(nonce, 'base64url'),
    cost,
  )
  return timingSafeEqual(given, expected) && kept !== '' && !isTooLong
}

const tagOf = (
  password: string,
  nonce: Buffer,
  cost: Record<keyof typeof COST, number> = COST,
): Promise<Buffer> =>
  inTurn(() => hash('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, ...cost }))
