import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sentAnswers } from './answers.ts'
import { type AskPhone, askPhoneStates } from './business.ts'
import { fieldNames } from './fields.ts'
import { parseAnswers } from './parse-answers.ts'
import { sampleAnswers } from './sample-answers.ts'
import { isAsked } from './screens.ts'
import { askPhoneOf, versions } from './version.ts'

const sameVersion = { askPhone: 'off' } as const
const anotherVersion = { askPhone: null }

describe('a submission of the current version', () => {
  it('is read as it was sent', () => {
    const parsed = parseAnswers(sampleAnswers(), sameVersion)
    assert.deepEqual(parsed, {
      answers: sampleAnswers(),
      problems: {},
      extraAnswers: {},
      hasExtraFields: false,
    })
  })

  it('is null if it is not an object', () => {
    for (const body of [null, 1, 'x', true, [], undefined])
      assert.equal(parseAnswers(body, sameVersion), null)
  })

  it('gets every problem, and other types are not converted to text', () => {
    const { city: _, ...rest } = sampleAnswers()
    const body = { ...rest, yearBuilt: 2000, budget: null, state: ['IN'], email: 'x' }
    assert.deepEqual(parseAnswers(body, sameVersion)?.problems, {
      email: 'not an email address',
      yearBuilt: 'not text',
      city: 'missing',
      state: 'not text',
      budget: 'not text',
    })
  })

  it('ignores inherited properties', () => {
    const body = Object.create(sampleAnswers())
    const { problems = {} } = parseAnswers(body, sameVersion) ?? {}
    assert.deepEqual(Object.keys(problems), fieldNames.filter(isAsked))
  })

  it('reports extra fields', () => {
    assert.equal(parseAnswers({ ...sampleAnswers(), petNames: 'Rex' }, sameVersion)?.hasExtraFields, true)
  })
})

describe('a phone number', () => {
  const problemsOf = (askPhone: AskPhone | null, phone?: string) =>
    parseAnswers({ ...sentAnswers(sampleAnswers()), ...(phone !== undefined && { phone }) }, { askPhone })
      ?.problems

  it('must be there only if the page required it', () => {
    for (const askPhone of ['off', 'optional', null] as const) {
      assert.deepEqual(problemsOf(askPhone), {}, `${askPhone}`)
      assert.deepEqual(problemsOf(askPhone, ''), {}, `${askPhone}`)
    }
    assert.deepEqual(problemsOf('required'), { phone: 'missing' })
    assert.deepEqual(problemsOf('required', ''), { phone: 'missing' })
  })

  it('is accepted from a page that did not ask for it, and always validated', () => {
    for (const askPhone of [...askPhoneStates, null]) {
      assert.deepEqual(problemsOf(askPhone, '(217) 555-0134'), {})
      assert.deepEqual(problemsOf(askPhone, 'call me'), { phone: 'not a phone number' })
    }
  })

  it('is asked by three versions of the page', () => {
    assert.deepEqual(
      askPhoneStates.map((state) => askPhoneOf(versions[state])),
      askPhoneStates,
    )
    for (const version of ['', 'older', undefined]) assert.equal(askPhoneOf(version), null)
  })
})

describe('a submission of another version', () => {
  it('may lack answers and have options that were renamed', () => {
    const { city: _, ...rest } = sampleAnswers()
    const parsed = parseAnswers({ ...rest, typeOfArchitecture: 'Castle' }, anotherVersion)
    assert.deepEqual(parsed?.problems, {})
    assert.equal(parsed?.answers.city, '')
    assert.equal(parsed?.answers.typeOfArchitecture, 'Castle')
  })

  it('keeps extra answers', () => {
    const extraAnswers = { petNames: 'Rex', petStory: 'x'.repeat(5000) }
    assert.deepEqual(
      parseAnswers({ ...sampleAnswers(), ...extraAnswers }, anotherVersion)?.extraAnswers,
      extraAnswers,
    )
  })

  it('is otherwise validated', () => {
    const parsed = parseAnswers({ ...sampleAnswers(), email: 'x', city: 'a\0' }, anotherVersion)
    assert.deepEqual(parsed?.problems, { email: 'not an email address', city: 'unreadable characters' })
  })

  it('loses extra answers that could do harm', () => {
    const body = { ...sampleAnswers(), 'a b': 'x', deep: { a: 1 }, bad: '\ud800', long: 'x'.repeat(5001) }
    assert.deepEqual(parseAnswers(body, anotherVersion)?.extraAnswers, {})
    const names = { [`n${'x'.repeat(64)}`]: 'x', zero: 'a\0', list: ['x'] }
    assert.deepEqual(parseAnswers({ ...sampleAnswers(), ...names }, anotherVersion)?.extraAnswers, {})
  })

  it('keeps a limited number of extra answers', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`old${nth}`, 'x']))
    const parsed = parseAnswers({ ...sampleAnswers(), ...many }, anotherVersion)
    assert.equal(Object.keys(parsed?.extraAnswers ?? {}).length, 50)
    const large = { first: 'ж'.repeat(2000), second: 'ж'.repeat(1000), third: 'x'.repeat(2000) }
    const { extraAnswers = {} } = parseAnswers({ ...sampleAnswers(), ...large }, anotherVersion) ?? {}
    assert.deepEqual(Object.keys(extraAnswers), ['first', 'third'])
  })
})
