/**
 * The id of a new project, and the key with which its page may change it. The browser creates both, so that every retry
 * reaches the same project.
 */
export const newIdentity = () => ({ id: randomText(), writeKey: randomText() })

/** 128 random bits as base64url. */
const randomText = () => toBase64Url(crypto.getRandomValues(new Uint8Array(16)))

/** Without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
