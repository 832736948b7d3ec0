import { domainToASCII } from 'node:url'

/** An e-mail address in visible ASCII, as headers need it; null if it has no such form. */
export function asciiAddress(plain: string): string | null {
  const at = plain.lastIndexOf('@')
  const address = `${plain.slice(0, at)}@${domainToASCII(plain.slice(at + 1))}`
  return /^[!-~]+@[\w.-]+$/.test(address) ? address : null
}
