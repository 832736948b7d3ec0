/**
 * Nothing inline, nothing from elsewhere. Scripts of ours answer every form: one that a program submits past them
 * would write what is in it into an address. No `upgrade-insecure-requests`: it would break the page on
 * plain http, and over https it changes nothing.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const always = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
} as const

/** On every answer. HSTS only where the visitor came over https: elsewhere it would lock people out. */
export const securityHeaders = (protocol: string): Readonly<Record<string, string>> =>
  protocol === 'https'
    ? { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : always
