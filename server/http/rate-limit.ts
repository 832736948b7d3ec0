import { isIPv6 } from 'node:net'

const MINUTE = 60_000
/** The least recently seen are forgotten first, so that no number of addresses fills the memory. */
const MOST_CLIENTS = 10_000

interface Bucket {
  tokens: number
  at: number
}

/** Lets each client have so many of something a minute; 0 is no limit. */
export function createRateLimit(perMinute: number, now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>()

  function refilled(client: string): Bucket {
    const bucket = buckets.get(client) ?? { tokens: perMinute, at: now() }
    bucket.tokens = Math.min(perMinute, bucket.tokens + ((now() - bucket.at) / MINUTE) * perMinute)
    bucket.at = now()
    buckets.delete(client)
    buckets.set(client, bucket)
    if (buckets.size > MOST_CLIENTS) buckets.delete(buckets.keys().next().value ?? '')
    return bucket
  }

  return {
    /** Whether the client would be given one now; it takes none. */
    has(address: string): boolean {
      return perMinute === 0 || refilled(clientOf(address)).tokens >= 1
    },
    /** False when the client has had its share. */
    take(address: string): boolean {
      if (perMinute === 0) return true
      const bucket = refilled(clientOf(address))
      if (bucket.tokens < 1) return false
      bucket.tokens -= 1
      return true
    },
    /** What was taken turned out to be nothing new. */
    giveBack(address: string) {
      refilled(clientOf(address)).tokens += 1
    },
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>

/** One household or server has a whole /64 of IPv6 addresses, so that is one client; some proxies tell a port too. */
export function clientOf(told: string): string {
  const address = /^\[(.+)\](?::\d+)?$/.exec(told)?.[1] ?? /^([\d.]+):\d+$/.exec(told)?.[1] ?? told
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
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
