import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fastify } from 'fastify'
import { defaultSettings } from '../testing/default-settings.ts'
import { createPages } from './pages.ts'

it('invented hosts do not fill the cache, nor evict the host that visitors use', async () => {
  const rendered: string[] = []
  const renderLanding = ({ siteDomain }: { siteDomain: string }) => {
    rendered.push(siteDomain)
    return siteDomain
  }
  const page = { renderLanding, renderNotFound: () => '', renderDesk: () => '', renderBrief: () => '' }
  const sendPage = createPages({ page, siteUrl: null, siteDomain: null, settings: () => defaultSettings })
  const app = fastify()
  app.get('/', (request, reply) => sendPage('landing', request, reply))
  const ask = async (host: string) => (await app.inject({ url: '/', headers: { host } })).body
  for (let host = 0; host < 500; host++) {
    assert.equal(await ask(`made-up-${host}.example`), `made-up-${host}.example`)
    if (host % 50 === 0) assert.equal(await ask('kitchens.example'), 'kitchens.example')
  }
  const times = (host: string) => rendered.filter((one) => one === host).length
  assert.equal(times('kitchens.example'), 1)
  await ask('made-up-0.example')
  assert.equal(times('made-up-0.example'), 2)
})
