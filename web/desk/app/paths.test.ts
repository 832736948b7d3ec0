import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pathOfOldLink, pathWithQuery } from './paths.ts'

it('empty values are left out of the address', () => {
  assert.equal(pathWithQuery('/', { search: '', who: 'nobody' }), '/?who=nobody')
  assert.equal(pathWithQuery('/funnel', { from: '', to: '' }), '/funnel')
})

it('links from before the desk had real addresses still lead to their screen', () => {
  assert.equal(pathOfOldLink('#/'), '/')
  assert.equal(pathOfOldLink('#/?who=ada%40kitchens.example'), '/?who=ada%40kitchens.example')
  assert.equal(pathOfOldLink('#/project/aB3_-aB3'), '/projects/aB3_-aB3')
  assert.equal(pathOfOldLink('#/audit'), '/audit')
  for (const hash of ['', '#', '#set=a-b_c']) assert.equal(pathOfOldLink(hash), null)
})
