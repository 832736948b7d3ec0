import assert from 'node:assert/strict'
import { it } from 'node:test'
import fastify from 'fastify'
import { siteOrigin } from './site-origin.ts'

it('links start with the site, or with the name of this machine, and never with one that a stranger sent', async () => {
  const app = fastify()
  app.get('/', async (request) => ({
    named: siteOrigin(request, 'kitchens.example'),
    unnamed: siteOrigin(request, null),
  }))
  for (const [host, unnamed] of [
    ['localhost:3000', 'http://localhost:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['evil.example', null],
    ['localhost.evil.example', null],
  ] as const) {
    const { body } = await app.inject({ url: '/', headers: { host } })
    assert.deepEqual(JSON.parse(body), { named: 'https://kitchens.example', unnamed })
  }
})
