import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleId } from '../testing/sample-id.ts'
import { testApp } from '../testing/test-app.ts'

const PATHS = ['/desk', '/desk/inbox', `/desk/projects/${sampleId()}`, '/desk/unanswered?q=oak', '/desk/a/b']

it('the desk is off until the first person is added', async (t) => {
  const { app, services } = await testApp(t)
  for (const path of PATHS) {
    const answer = await app.inject(path)
    assert.equal(answer.statusCode, 404, path)
    assert.match(answer.body, /Not here/, path)
  }
  assert.equal((await app.inject('/api/desk/session')).statusCode, 401)
  await services.staff.people.add({ name: 'Ada', email: 'ada@kitchens.example' })
  assert.equal((await app.inject('/desk')).statusCode, 200)
})

it('every address below /desk answers with the page of the desk', async (t) => {
  const { app, services } = await testApp(t)
  await services.staff.people.add({ name: 'Ada', email: 'ada@kitchens.example' })
  for (const path of PATHS) {
    const answer = await app.inject(path)
    assert.equal(answer.statusCode, 200, path)
    assert.match(answer.body, /The desk of Renegade Remodelers/, path)
    assert.equal(answer.headers['cache-control'], 'no-store', path)
    assert.equal(answer.headers.etag, undefined, path)
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/, path)
    assert.equal((await app.inject({ method: 'HEAD', url: path })).statusCode, 200, path)
  }
  assert.equal((await app.inject({ method: 'POST', url: '/desk/inbox' })).statusCode, 405)
  assert.equal((await app.inject('/desk/list/a.css')).statusCode, 404)
})

it('the address of the desk with a slash at its end redirects to the one without', async (t) => {
  const { app } = await testApp(t)
  for (const url of ['/desk/', '/desk/?from=mail']) {
    const answer = await app.inject(url)
    assert.equal(answer.statusCode, 302)
    assert.equal(answer.headers.location, '/desk')
  }
})
