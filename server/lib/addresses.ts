import { domainToASCII } from 'node:url'

/** True for a host name or address of the local machine. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|(::ffff:)?127(\.\d+){3}|::1|\[::1\])$/.test(host)

/** True for an address that a webhook may have: https, or http on this machine. */
export function isWebhookAddress(address: string): boolean {
  const url = URL.parse(address)
  // A password would be shown with the address.
  if (url?.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** No email address is longer (RFC 3696, erratum 1003). */
const MAX_ADDRESS_LENGTH = 320

/** Converts an email address to visible ASCII for mail headers. Null if that is not possible. */
export function asciiAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const ascii = `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
  return /^[!-~]+@[\w.-]+$/.test(ascii) && ascii.length <= MAX_ADDRESS_LENGTH ? ascii : null
}
