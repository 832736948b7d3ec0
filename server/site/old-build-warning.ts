import { builtFrom, sourceHash } from './source-hash.ts'

/**
 * What to tell whoever starts a server whose pages were built before the last change; otherwise null, as in an image,
 * which has no sources.
 */
export async function oldBuildWarning(): Promise<string | null> {
  const built = await builtFrom()
  const now = await sourceHash().catch(() => built)
  return built === null || built === now
    ? null
    : 'The pages were built before the last change, so visitors may not see it: run npm run build, and restart'
}
