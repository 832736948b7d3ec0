import assert from 'node:assert/strict'
import { it } from 'node:test'
import { computingMs } from '../server/testing/computing.ts'
import { searchWords } from './search-words.ts'

it('words are small, plain and said once', () => {
  assert.deepEqual(searchWords('Zoë ZOE zoë@Example.com, 12 Maple St.'), [
    'zoe',
    'example',
    'com',
    '12',
    'maple',
    'st',
  ])
  assert.deepEqual(searchWords('Müller'), ['muller'])
  assert.deepEqual(searchWords('Straße, Søndergård & Łukasz'), ['strasse', 'sondergard', 'lukasz'])
  assert.deepEqual(searchWords("O'Brien O’Brien O´Brien Oʼbrien OBRIEN"), ['obrien'])
  assert.deepEqual(searchWords("the 'big' one, 5'6, the Ortizes' rock 'n' roll"), [
    ...['the', 'big', 'one', '5', '6', 'ortizes', 'rock', 'n', 'roll'],
  ])
  assert.deepEqual(searchWords('日本'), ['日', '本'])
  assert.deepEqual(searchWords('のにカナกข'), ['の', 'に', 'カ', 'ナ', 'ก', 'ข'])
  assert.deepEqual(searchWords(`"; drop table * --`), ['drop', 'table'])
  assert.deepEqual(searchWords(''), [])
})

it('words with any number of accents take no time', () => {
  const accented = `a${'\u0301\u0323'.repeat(40_000)}b`
  const ms = computingMs(() => assert.deepEqual(searchWords(accented), ['ab']))
  assert.ok(ms < 200, `${ms} ms`)
})

it('letters that stand for whole sentences take no time', () => {
  const ms = computingMs(() => assert.ok(searchWords('\ufdfa'.repeat(90_000)).includes('\u0635\u0644\u0649')))
  assert.ok(ms < 60, `${ms} ms`)
})

it('nobody can make the server read a book', () => {
  assert.deepEqual(searchWords(`${'a '.repeat(5000)}b`), ['a', 'b'])
  assert.deepEqual(searchWords(`${'a '.repeat(100_000)}b`), ['a'])
  assert.equal(searchWords(`${'\ufdfa'.repeat(1200)} b`).includes('b'), false)
  assert.deepEqual(searchWords('a'.repeat(5000)), ['a'.repeat(40)])
  assert.equal(searchWords(Array.from({ length: 3000 }, (_, word) => word).join(' ')).length, 1500)
})
