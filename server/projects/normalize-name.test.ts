import assert from 'node:assert/strict'
import { it } from 'node:test'
import { normalizeName } from './normalize-name.ts'

it('a name matches what a person would type for it', () => {
  for (const [name, typed] of [
    ['O’Neill  Oak', "o'neill oak"],
    ['O‘Neill', "O'Neill"],
    ['Oʼahu', "O'ahu"],
    ['Kaʻahumanu', "ka'ahumanu"],
    ['De\tla Cruz', ' de la cruz'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['\u202eO\u200bak\u0007\ufff9', 'oak'],
    ['\u3164', ''],
  ] as const)
    assert.equal(normalizeName(name), normalizeName(typed), name)
  assert.notEqual(normalizeName('Oak'), normalizeName('Elm'))
})
