import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApp } from '../testing/test-app.ts'

it('security.txt names the contact, and is not found without one', async (t) => {
  const url = '/.well-known/security.txt'
  const { app } = await testApp(t, { config: { securityContact: 'mailto:security@kitchens.example' } })
  const { body, headers } = await app.inject({ url })
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  const [, expires = ''] = /^Contact: mailto:security@kitchens\.example\nExpires: (\S+)\n$/.exec(body) ?? []
  const days = (Date.parse(expires) - Date.now()) / (24 * 3600_000)
  assert.ok(days > 30 && days < 365, expires)
  const plain = await testApp(t)
  assert.equal((await plain.app.inject({ url })).statusCode, 404)
})

it('robots.txt keeps search engines away from the desk and the API', async (t) => {
  const { app } = await testApp(t)
  const { body, headers } = await app.inject({ url: '/robots.txt' })
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.equal(body, 'User-agent: *\nDisallow: /api/\nDisallow: /desk\n')
})
