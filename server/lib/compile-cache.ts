import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const COMPILED = fileURLToPath(new URL('../../dist/compiled/', import.meta.url))

/**
 * What is imported from now on is compiled once and kept beside the build, which halves the time from a
 * crash to ready. Returns how to write it down: a server that is killed has no last moment for that. Where
 * it cannot be written, the next start takes as long as the first.
 */
export function keepCompiled(): () => void {
  enableCompileCache(COMPILED)
  return flushCompileCache
}
