/**
 * Allows nothing inline and nothing from other sites. Scripts handle the forms, because a native submit would put answers
 * into a URL. `upgrade-insecure-requests` is missing because it would break the page on plain http.
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

/** Sent with every response. HSTS is only sent over https, because a site on plain http would lock out its visitors. */
export const securityHeaders = (protocol: string): Readonly<Record<string, string>> =>
  protocol === 'https'
    ? { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : always
