import type { Config } from '../config/config.ts'
import { isLoopback } from '../lib/is-loopback.ts'

/** What to tell whoever starts a server that other machines reach, and no proxy stands before; otherwise null. */
export const plainHttpWarning = ({ host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>): string | null =>
  isLoopback(host) || trustProxy.length > 0
    ? null
    : `HOST is ${host}, so other machines come over plain http, where answers and the desk's passwords can be read on the way: put a proxy with TLS before it, and set TRUST_PROXY.`
