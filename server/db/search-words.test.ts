import assert from 'node:assert/strict'
import { it } from 'node:test'
import { computingMs } from '../testing/computing.ts'
import { searchText, searchWords } from './search-words.ts'

it('words are compared in lower case, without accents and apostrophes, each once', () => {
  assert.deepEqual(searchWords('Zoë ZOE zoë@Example.com, 12 Maple St.'), [
    'zoe',
    'example',
    'com',
    '12',
    'maple',
    'st',
  ])
  assert.deepEqual(searchWords("O'Brien O’Brien OBRIEN"), ['obrien'])
  assert.deepEqual(searchWords(`"; drop table * --`), ['drop', 'table'])
  assert.deepEqual(searchWords(' !!!'), [])
})

it('a huge text takes no noticeable time and is cut', () => {
  for (const text of [`a${'\u0301\u0323'.repeat(40_000)}b`, '\ufdfa'.repeat(90_000), 'a '.repeat(100_000)]) {
    const ms = computingMs(() => assert.ok(searchText(text).length <= 20_000))
    assert.ok(ms < 200, `${ms} ms`)
  }
})
