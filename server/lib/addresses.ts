import { domainToASCII } from 'node:url'

/** True for a host name or address of this machine itself. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|(::ffff:)?127(\.\d+){3}|::1|\[::1\])$/.test(host)

/** No e-mail address is longer (RFC 3696, erratum 1003). */
const MAX_ADDRESS_LENGTH = 320

/** An e-mail address in visible ASCII, as mail headers need it; null if it has no such form. */
export function asciiAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const ascii = `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
  return /^[!-~]+@[\w.-]+$/.test(ascii) && ascii.length <= MAX_ADDRESS_LENGTH ? ascii : null
}
