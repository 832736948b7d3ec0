/**
 * The id of a new project, and the key with which its page may change it. The browser creates both, so that every retry
 * reaches the same project.
 */
export const newIdentity = () => ({ id: randomText(), writeKey: randomText() })

/** 128 random bits as base64url. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
