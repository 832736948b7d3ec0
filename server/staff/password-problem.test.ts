import assert from 'node:assert/strict'
import { it } from 'node:test'
import { passwordProblem } from './password-problem.ts'

const personalTexts = ['Ada Byron', 'ada@kitchens.example', 'Renegade Remodelers', 'renegade.example']
const problem = (password: string) => passwordProblem(password, personalTexts)

it('a leaked password, a keyboard pattern, or a common word with a few characters is too common', async () => {
  for (const password of [
    'P@ssw0rd2026!',
    'abcabcabcabc',
    'qwertyuiop123',
    'Summer2026!!!',
    'elizabeth123',
    'countertops123',
    '$p1d3rm4n5up3rm4nb47m4n',
  ])
    assert.equal(await problem(password), 'too common', password)
})

it('a leaked password whose words belong together is too common', async () => {
  // From the ten million leaked passwords that Mark Burnett published in 2015; the last two are famous phrases.
  for (const password of [
    '1324354657687980',
    'dontworrybehappy',
    'Gankutsuou1989',
    'grandtheftauto',
    'sharpandshiny121',
    'wegangster4lifebitch',
    'correcthorsebatterystaple',
    'thequickbrownfox',
  ])
    assert.equal(await problem(password), 'too common', password)
})

it('a password made of the name of the person or the business is too common', async () => {
  for (const password of [
    'adabyron2026!',
    'ada@kitchens.example',
    'RenegadeRemodelers1',
    'renegade.example1',
  ])
    assert.equal(await problem(password), 'too common', password)
  assert.equal(await problem('renegade-remodelers-calling'), 'too common')
  assert.equal(await passwordProblem('renegade-remodelers-calling', []), null)
})

it('a passphrase of four words, or a random password, is accepted', async () => {
  for (const password of [
    'paint the ceiling twice',
    'four tiny blue boats',
    'walnut-harbor-pencil-seven',
    'kettle river tiger lamp',
    'vaivg7Fz2kqL',
    'ünïcödé wörds öf öürs',
    '日本語の台所はきれいですね',
  ])
    assert.equal(await problem(password), null, password)
})

it('a password has 12 characters as people count them, and at most 1,024', async () => {
  assert.equal(await problem('paint it tw'), 'too short')
  assert.equal(await problem('päint ït öp'.normalize('NFD')), 'too short')
  assert.equal(await problem('🔑🪣🧹🧽🪜🔨🪚🔩🪛🧰🪟'), 'too short')
  assert.equal(await problem('🔑🪣🧹🧽🪜🔨🪚🔩🪛🧰🪟🚪'), null)
  assert.equal(await problem('paint the ceiling twice '.repeat(42)), null)
  assert.equal(await problem('paint the ceiling twice '.repeat(43)), 'too long')
})

it('a password that is slow to compose or to estimate is answered in time', async () => {
  const began = performance.now()
  assert.equal(await problem(`e${'\u0301'.repeat(30_000)}${'\u0316'.repeat(30_000)}`), 'too long')
  assert.equal(await problem('4@8({[<63€9#!|1/_ll0()$5+7%2'.repeat(36)), null)
  assert.ok(performance.now() - began < 2000)
})
