import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { keepProjects } from '../store/create-project-store.ts'
import { openSqlite } from '../store/sqlite/open-sqlite.ts'
import { sampleId } from '../testing/sample-id.ts'
import { temporaryDirectory, testApp } from '../testing/test-app.ts'

it('the desk is off until somebody is added', async (t) => {
  const { app, services } = await testApp(t)
  const before = await app.inject('/desk')
  assert.equal(before.statusCode, 404)
  assert.match(before.body, /Not here/)
  assert.equal((await app.inject('/api/desk/session')).statusCode, 401)
  await services.desk?.people.add('Ada', 'ada@kitchens.example')
  const after = await app.inject('/desk')
  assert.equal(after.statusCode, 200)
  assert.match(after.body, /The desk of Renegade Remodelers/)
  assert.equal(after.headers['cache-control'], 'no-store')
  assert.equal(after.headers.etag, undefined)
  assert.match(String(after.headers['content-security-policy']), /default-src 'none'/)
  assert.equal((await app.inject('/desk/list/a.css')).statusCode, 404)
})

it('who ends the address of the desk with a slash is led there', async (t) => {
  const { app } = await testApp(t)
  for (const url of ['/desk/', '/desk/?from=mail']) {
    const answer = await app.inject(url)
    assert.equal(answer.statusCode, 302)
    assert.equal(answer.headers.location, '/desk')
  }
})

it('where there are no tables the desk says where to look instead', async (t) => {
  const directory = await temporaryDirectory(t)
  const driver = { ...openSqlite(`${directory}/p.db`), tables: null }
  const { app, put } = await testApp(t, { driver, store: keepProjects(driver) })
  for (const path of ['session', 'projects', 'nothing']) {
    const answer = await app.inject(`/api/desk/${path}`)
    assert.equal(answer.statusCode, 501)
    assert.match(answer.json().message, /hosted console/)
  }
  assert.equal((await app.inject('/desk')).statusCode, 200)
  assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 201)
  const step = await app.inject({ method: 'POST', url: '/api/steps', payload: { screen: 0, seconds: 1 } })
  assert.equal(step.statusCode, 204)
})
