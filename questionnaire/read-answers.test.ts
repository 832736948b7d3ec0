import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldNames } from './fields.ts'
import { readAnswers } from './read-answers.ts'
import { sampleAnswers } from './sample-answers.ts'
import { isAsked } from './screens.ts'

const sameVersion = { sameVersion: true }
const anotherVersion = { sameVersion: false }

describe('a submission of the current version', () => {
  it('is read as it was sent', () => {
    const reading = readAnswers(sampleAnswers(), sameVersion)
    assert.deepEqual(reading, {
      answers: sampleAnswers(),
      problems: {},
      extraAnswers: {},
      hasExtraFields: false,
    })
  })

  it('is null if it is not an object', () => {
    for (const body of [null, 1, 'x', true, [], undefined]) assert.equal(readAnswers(body, sameVersion), null)
  })

  it('gets every problem, and other types are not converted to text', () => {
    const { city: _, ...rest } = sampleAnswers()
    const body = { ...rest, yearBuilt: 2000, budget: null, state: ['IN'], email: 'x' }
    assert.deepEqual(readAnswers(body, sameVersion)?.problems, {
      email: 'not an e-mail address',
      yearBuilt: 'not text',
      city: 'missing',
      state: 'not text',
      budget: 'not text',
    })
  })

  it('ignores inherited properties', () => {
    const body = Object.create(sampleAnswers())
    const { problems = {} } = readAnswers(body, sameVersion) ?? {}
    assert.deepEqual(Object.keys(problems), fieldNames.filter(isAsked))
  })

  it('reports extra fields', () => {
    assert.equal(readAnswers({ ...sampleAnswers(), petNames: 'Rex' }, sameVersion)?.hasExtraFields, true)
  })
})

describe('a submission of another version', () => {
  it('may lack answers and have options that were renamed', () => {
    const { city: _, ...rest } = sampleAnswers()
    const reading = readAnswers({ ...rest, typeOfArchitecture: 'Castle' }, anotherVersion)
    assert.deepEqual(reading?.problems, {})
    assert.equal(reading?.answers.city, '')
    assert.equal(reading?.answers.typeOfArchitecture, 'Castle')
  })

  it('keeps extra answers', () => {
    const extraAnswers = { petNames: 'Rex', petStory: 'x'.repeat(5000) }
    assert.deepEqual(
      readAnswers({ ...sampleAnswers(), ...extraAnswers }, anotherVersion)?.extraAnswers,
      extraAnswers,
    )
  })

  it('is validated otherwise', () => {
    const reading = readAnswers({ ...sampleAnswers(), email: 'x', city: 'a\0' }, anotherVersion)
    assert.deepEqual(reading?.problems, { email: 'not an e-mail address', city: 'unreadable characters' })
  })

  it('loses extra answers that could do harm', () => {
    const body = { ...sampleAnswers(), 'a b': 'x', deep: { a: 1 }, bad: '\ud800', long: 'x'.repeat(5001) }
    assert.deepEqual(readAnswers(body, anotherVersion)?.extraAnswers, {})
    const names = { [`n${'x'.repeat(64)}`]: 'x', zero: 'a\0', list: ['x'] }
    assert.deepEqual(readAnswers({ ...sampleAnswers(), ...names }, anotherVersion)?.extraAnswers, {})
  })

  it('keeps a limited number of extra answers', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`old${nth}`, 'x']))
    const reading = readAnswers({ ...sampleAnswers(), ...many }, anotherVersion)
    assert.equal(Object.keys(reading?.extraAnswers ?? {}).length, 50)
  })
})
