import { isIPv6 } from 'node:net'

const MINUTE = 60_000
/** Bounds the memory: the least recently seen client is dropped first. */
const MAX_CLIENTS = 10_000

interface Bucket {
  tokens: number
  at: number
}

/** A token bucket for each client, refilled with `limit` tokens per period; 0 means no limit. */
export function createRateLimit(
  limit: number,
  now: () => number = () => performance.now(),
  periodMs: number = MINUTE,
) {
  const buckets = new Map<string, Bucket>()

  function refill(client: string): Bucket {
    const bucket = buckets.get(client) ?? { tokens: limit, at: now() }
    bucket.tokens = Math.min(limit, bucket.tokens + ((now() - bucket.at) / periodMs) * limit)
    bucket.at = now()
    buckets.delete(client)
    buckets.set(client, bucket)
    if (buckets.size > MAX_CLIENTS) buckets.delete(buckets.keys().next().value ?? '')
    return bucket
  }

  const has = (address: string) => limit === 0 || refill(clientOf(address)).tokens >= 1

  return {
    /** True if the client has a token left. Does not take it. */
    has,
    /** Takes a token. Returns false if none is left. */
    take(address: string): boolean {
      if (!has(address)) return false
      refill(clientOf(address)).tokens -= 1
      return true
    },
    /** Returns a token, because the request turned out to be a retry. */
    refund(address: string) {
      refill(clientOf(address)).tokens += 1
    },
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>

/** The IP address of a request, without the port that some proxies add. */
export function addressOf(text: string): string {
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/** A household has an entire /64 of IPv6 addresses, so a /64 counts as one client. */
export function clientOf(text: string): string {
  const address = addressOf(text)
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
