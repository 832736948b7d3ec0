/** 128 random bits as base64url. The browser creates the id, so that every retry reaches the same project. */
export function newProjectId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
