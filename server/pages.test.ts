import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fastify } from 'fastify'
import { createPages } from './pages.ts'

it('hosts that are made up do not drive out the one that visitors ask for', async () => {
  let rendered = 0
  const renderLanding = ({ siteDomain }: { siteDomain: string }) => {
    if (siteDomain === 'kitchens.example') rendered += 1
    return siteDomain
  }
  const page = { renderLanding, renderNotFound: () => '' }
  const sendPage = createPages({ page, brandName: '', siteDomain: null, privacyUrl: null })
  const app = fastify()
  app.get('/', (request, reply) => sendPage('landing', request, reply))
  const ask = async (host: string) => (await app.inject({ url: '/', headers: { host } })).body
  for (let host = 0; host < 500; host++) {
    assert.equal(await ask(`made-up-${host}.example`), `made-up-${host}.example`)
    if (host % 50 === 0) assert.equal(await ask('kitchens.example'), 'kitchens.example')
  }
  assert.equal(rendered, 1)
})
