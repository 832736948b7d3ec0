import assert from 'node:assert/strict'
import { it } from 'node:test'
import { passwordProblem } from './password-problem.ts'

const about = ['Ada Byron', 'ada@kitchens.example', 'Renegade Remodelers']
const problem = (password: string) => passwordProblem(password, about)

it('what lists of leaked passwords are made of is too common', () => {
  for (const password of [
    'password1234',
    'Password1234!',
    'P@ssw0rd2026!',
    'passwordpassword',
    '123456789012',
    '1234567890123456',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijkl',
    'qwertyuiop123',
    '1q2w3e4r5t6y',
    'poiuytrewq12',
    'qwertyqwerty!',
    'iloveyou2026',
    'letmeinletmein',
    'welcome123456',
    'administrator',
    'changeme12345',
    'RenegadeRemodelers1',
    'adabyron2026!',
    'ada@kitchens.example',
    'correcthorsebatterystaple',
    'Summer2026!!!',
    '000000000000',
    '............',
    'admintelecom',
    'theworldinyourhand',
    'q1w2e3r4t5y6',
    'a1b2c3d4e5f6',
    '123qweasdzxc',
    '12qwaszx12qwaszx',
    '147258369147',
    '!@#$%^&*()_+',
    'elizabeth123',
    '$p1d3rm4n5up3rm4nb47m4n',
    '4dm!n!57r470r',
  ])
    assert.equal(problem(password), 'too common', password)
})

it('a sentence, or what a program made, will do without any rule', () => {
  for (const password of [
    'paint the ceiling twice',
    'a door to the yard',
    'vaivg7Fz2kqL',
    'correct mop bucket staple',
    'ünïcödé wörds öf öürs',
    '日本語の台所はきれいですね',
    'mit dem rad zum markt',
    'xkq wtr plm vbn',
  ])
    assert.equal(problem(password), null, password)
})

it('three letters, or eight signs, besides a common word are too few', () => {
  for (const [few, enough] of [
    ['passwordmonkeyzqv', 'passwordmonkeyzqvx'],
    ['password92746183', 'password927461835'],
  ] as const)
    assert.deepEqual([problem(few), problem(enough)], ['too common', null], enough)
})

it('twelve characters are counted as people count them, and 1,024 are the most', () => {
  assert.equal(problem('paint it tw'), 'too short')
  assert.equal(problem('päint ït öp'.normalize('NFD')), 'too short')
  assert.equal(problem('🔑🪣🧹🧽🪜🔨🪚🔩🪛🧰🪟'), 'too short')
  assert.equal(problem('🔑🪣🧹🧽🪜🔨🪚🔩🪛🧰🪟🚪'), null)
  assert.equal(problem(`paint the ceiling twice ${'x7q '.repeat(250)}`), null)
  assert.equal(problem('paint the ceiling twice '.repeat(43)), 'too long')
})

it('marks that would take seconds to compose are too long before that', () => {
  const began = performance.now()
  assert.equal(problem(`e${'\u0301'.repeat(30_000)}${'\u0316'.repeat(30_000)}`), 'too long')
  assert.ok(performance.now() - began < 1000)
})

it('a name that ends in a sign hides no common password', () => {
  assert.equal(passwordProblem('abcdefghijkl', ['Able Kitchens, Inc.']), 'too common')
})
