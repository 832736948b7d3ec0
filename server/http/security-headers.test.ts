import assert from 'node:assert/strict'
import { it } from 'node:test'
import { securityHeaders } from './security-headers.ts'

it('the policy forbids inline code, other sites and framing', () => {
  assert.deepEqual(securityHeaders('http'), {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
      "media-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; " +
      "frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  })
})
