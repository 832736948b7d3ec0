import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { changed, START_OF_FIELDS } from '../server/testing/changed-questions.ts'
import { remodelTypes } from './business.ts'
import { namedTwice } from './field-mistakes.ts'
import { questionnaireMistakes } from './mistakes.ts'
import { unshownSlides } from './screen-mistakes.ts'
import { chapters, slideNames } from './screens.ts'
import { showing } from './test-screens.ts'

// What the owner may do wrong to the questions in one file, on a copy of them.

const LANDING = /^ {2}\{ kind: 'landing' \},\n/m

it('nothing is wrong with the questions as they are', () => {
  assert.deepEqual(questionnaireMistakes(), [])
})

const kinds = 'email, text, long text, dropdown, choice'

for (const [question, mistake] of [
  ["kind: 'txt', label: 'Pets'", `has the kind 'txt', which is none of: ${kinds}.`],
  ["kind: 'text', label: ' '", 'has no label: write the words that ask it.'],
  ["kind: 'text', lable: 'Pets'", 'has no label: write the words that ask it.'],
  ["kind: 'dropdown', label: 'Pets'", 'has no options: write what may be chosen.'],
  ["kind: 'choice', label: 'Pets', options: []", 'has no options: write what may be chosen.'],
  [
    "kind: 'choice', label: 'Pets', options: 'Cat, Dog'",
    "has options that are no list: write them as in ['Yes', 'No'].",
  ],
  ["kind: 'choice', label: 'Pets', options: ['Cat', '']", 'has an empty option: take it off.'],
  [
    "kind: 'choice', label: 'Pets', options: ['Cat',, 'Dog']",
    'has a comma with no option before it: take the comma off.',
  ],
  ["kind: 'choice', label: 'Pets', options: ['Cat', 'Cat']", "has the option 'Cat' twice: take one off."],
  ["kind: 'dropdown', label: 'Pets', options: [1]", "has the option 1 without quotes: write '1'."],
  [
    "kind: 'dropdown', label: 'Pets', options: ['Cat ']",
    "has the option 'Cat ' with blanks at an end: take them off.",
  ],
  [
    "kind: 'choice', label: 'Pets', options: ['Cat', 'x'.repeat(5001)]",
    'has an option of more than 5000 characters, which nobody could submit: shorten it.',
  ],
  [
    "kind: 'text', label: 'Pets of {Brand}'",
    "has '{Brand}' in its label, which nobody would replace: write {brand} for the business.",
  ],
  [
    "kind: 'dropdown', label: 'Pets', options: ['{brand}']",
    "has '{brand}' in an option, which nobody would replace: write the words themselves.",
  ],
  [
    "kind: 'choice', label: 'Pets', options: ['Cat', 'Other'], other: true",
    "has the option 'Other', which other: true adds already: take one of the two off.",
  ],
] as const)
  it(`a question with { ${question} } is told by its name`, async (t) => {
    const copy = await changed(t, 'fields.ts', [START_OF_FIELDS, `$&  testQuestion: { ${question} },\n`])
    assert.deepEqual(copy.questionnaireMistakes(), [
      `The question 'testQuestion' of questionnaire/fields.ts ${mistake}`,
    ])
  })

it('the word Other may be an option where the form adds none', async (t) => {
  const pets = "$&  testQuestion: { kind: 'choice', label: 'Pets', options: ['Cat', 'Other'] },\n"
  const copy = await changed(t, 'fields.ts', [START_OF_FIELDS, pets])
  assert.deepEqual(copy.questionnaireMistakes(), [])
})

it('a name that no column can have is told', async (t) => {
  const notOfLetters =
    'has a name that is not of the letters a to z and digits alone, a letter first: write it so.'
  for (const [name, mistake] of [
    ['pet names', notOfLetters],
    ['größe', notOfLetters],
    ['2ndPet', notOfLetters],
    // The e-mail service has settings with an underscore.
    ['to_email', notOfLetters],
    // PostgreSQL would cut it, and find no such column.
    ['a'.repeat(64), 'has a name of more than 63 letters: shorten it.'],
    ['ID', "has the same name as 'id' of the stored record, capitals aside: choose another."],
    ['EMAIL', "has the same name as 'email' of the stored record, capitals aside: choose another."],
  ] as const) {
    const field = `  '${name}': { kind: 'text', label: 'Pets' },\n$&`
    const copy = await changed(t, 'fields.ts', [/^\} as const satisfies Record<string, Field>/m, field])
    assert.deepEqual(copy.questionnaireMistakes(), [
      `The question '${name}' of questionnaire/fields.ts ${mistake}`,
    ])
  }
})

it('a name that the stored record, its table, its e-mail or every object has already is told', async (t) => {
  const names = ['createdAt', 'rowid', 'xmin', 'accessToken', 'constructor', 'toString', 'prototype']
  const lines = names.map((name) => `  ${name}: { kind: 'text', label: 'Pets' },\n`).join('')
  const copy = await changed(t, 'fields.ts', [/^\} as const satisfies Record<string, Field>/m, `${lines}$&`])
  assert.deepEqual(
    copy.questionnaireMistakes(),
    names.map(
      (name) =>
        `The question '${name}' of questionnaire/fields.ts has the same name as '${name}' of the stored record, capitals aside: choose another.`,
    ),
  )
})

it('a question of the record that is gone or renamed is told, since no Submit would end well', async (t) => {
  const copy = await changed(t, 'fields.ts', [/^ {2}emailAddress: /m, '  mailAddress: '])
  assert.deepEqual(copy.questionnaireMistakes(), [
    "questionnaire/fields.ts has no 'emailAddress' any more, which e-mails and the desk may read: put it back. To ask it no more, take it off questionnaire/screens.ts only.",
  ])
})

it('two questions of one name are told, which only the text of the file still shows', () => {
  const twice = "  budget: { kind: 'text', label: 'Budget' },\n  budget: {\n    kind: 'text',\n  },\n"
  assert.deepEqual(namedTwice(twice), [
    "The question 'budget' stands in questionnaire/fields.ts twice: give one another name.",
  ])
  assert.equal(namedTwice(twice.replaceAll(/^ {2}/gm, '\t')).length, 1)
  assert.equal(namedTwice(twice.replace('budget', "'budget'")).length, 1)
  for (const way of ['budget:{', 'budget : {', '  budget: {', 'budget:\n    {'])
    assert.equal(namedTwice(twice.replace('budget: {', way)).length, 1, way)
  assert.deepEqual(namedTwice("  budget: { kind: 'text' },\n  city: { kind: 'text' },\n"), [])
})

it('a slide that has no component is told, which only the text of its list shows', () => {
  const source = readFileSync(new URL('../web/slides/slides.ts', import.meta.url), 'utf8')
  const [slide = ''] = slideNames.filter((name) => showing(name) > 0)
  assert.deepEqual(unshownSlides(source), [])
  assert.deepEqual(unshownSlides(source.replace(new RegExp(`^ {2}'?${slide}'?: .*\\n`, 'm'), '')), [
    `questionnaire/screens.ts shows '${slide}', which has no line in web/slides/slides.ts: write its component and that line, or take it off.`,
  ])
  const inOneLine = `const slides = { ${slideNames.map((name) => `'${name}': X`).join(', ')} }`
  assert.deepEqual(unshownSlides(inOneLine), [])
  assert.equal(unshownSlides(inOneLine.replace(`'${slide}': X, `, `/* '${slide}': X, */`)).length, 1)
})

it('a misspelt name on a screen is told by its name', async (t) => {
  for (const [words, others] of [
    [/ {2}ask\('(\w+)', '\w+'\)/, "  ask('$1', 'yaerBuilt')"],
    [/(fields: \[\s*'\w+', )/, "$1'yaerBuilt', "],
  ] as const) {
    const copy = await changed(t, 'screens.ts', [words, others])
    assert.deepEqual(copy.questionnaireMistakes(), [
      "questionnaire/screens.ts asks for 'yaerBuilt', which is no field of questionnaire/fields.ts.",
    ])
  }
})

it('the bare name of a question where a screen belongs is told', async (t) => {
  for (const words of ["'city'", "('house', 'city')"]) {
    const copy = await changed(t, 'screens.ts', [LANDING, `$&  ${words},\n`])
    assert.deepEqual(copy.questionnaireMistakes(), [
      "questionnaire/screens.ts has 'city' where a screen belongs: write it as in ask('house', 'city').",
    ])
  }
})

it('a comma too many between screens is told by the screen before it', async (t) => {
  for (const [place, where] of [
    [LANDING, 'after /'],
    [/^export const screens = \[\n/m, 'at its beginning'],
  ] as const) {
    const copy = await changed(t, 'screens.ts', [place, '$&  ,\n'])
    assert.equal(
      copy.questionnaireMistakes()[0],
      `questionnaire/screens.ts has a comma with no screen before it ${where}: take the comma off.`,
    )
  }
})

it('a misspelt slide is told by its name', async (t) => {
  const copy = await changed(t, 'screens.ts', [/slide: '[\w-]+'/, "slide: 'haert'"])
  assert.deepEqual(copy.questionnaireMistakes(), [
    `questionnaire/screens.ts shows 'haert', which is none of the slides: ${slideNames.join(', ')}.`,
  ])
})

for (const [screen, mistake] of [
  [
    "kind: 'question', chapter: 'house', title: 'Pets', fields: ['city']",
    "'Pets' of questionnaire/screens.ts has the kind 'question', which is none of: landing, begin, questions, slide, submit.",
  ],
  [
    "kind: 'slide', chapter: 'huose', title: 'Pets', slide: 'heart'",
    `'Pets' of questionnaire/screens.ts has the chapter 'huose', which is none of: ${chapters.join(', ')}.`,
  ],
  [
    "kind: 'slide', chapter: 'house', slide: 'heart'",
    '/sec1 of questionnaire/screens.ts has no title: write its heading.',
  ],
  [
    "kind: 'slide', chapter: 'house', title: ' ', slide: 'heart'",
    "' ' of questionnaire/screens.ts has no title: write its heading.",
  ],
  [
    "kind: 'slide', chapter: 'house', title: 'Pets of { brand }', slide: 'heart'",
    "'Pets of { brand }' of questionnaire/screens.ts has '{ brand }' in its title, which nobody would replace: write {brand} for the business.",
  ],
  // It shows no controls, so nobody could answer and go on.
  [
    "kind: 'slide', chapter: 'house', title: 'Pets', slide: 'heart', fields: ['city']",
    "'Pets' of questionnaire/screens.ts is a slide and cannot ask for 'city': ask on another, of the kind 'questions'.",
  ],
  // Nothing would lead on from it.
  [
    "kind: 'questions', chapter: 'house', title: 'Pets', fields: []",
    "'Pets' of questionnaire/screens.ts asks nothing: take it off.",
  ],
  [
    "kind: 'questions', chapter: 'house', title: 'Pets', fields: ['city', 'city']",
    "'Pets' of questionnaire/screens.ts asks for 'city' twice: take one off.",
  ],
  [
    "kind: 'questions', chapter: 'house', title: 'Pets', fields: 'city'",
    "'Pets' of questionnaire/screens.ts has fields that are no list: write them as in ['city'].",
  ],
  [
    "kind: 'questions', chapter: 'house', title: 'Pets', fields: ['city',, 'state']",
    "'Pets' of questionnaire/screens.ts has a comma with no field before it: take the comma off.",
  ],
  // These two have room for one question, and nobody would see the other.
  [
    "kind: 'begin', chapter: 'house', title: 'Pets', fields: ['email', 'city']",
    "'Pets' of questionnaire/screens.ts shows 'email' alone: ask for 'city' on another.",
  ],
  [
    "kind: 'questions', chapter: 'house', title: 'Pets', fields: ['typeOfArchitecture', 'city']",
    "'Pets' of questionnaire/screens.ts shows 'typeOfArchitecture' alone: ask for 'city' on another.",
  ],
] as const)
  it(`a screen with { ${screen} } is told by its title`, async (t) => {
    const copy = await changed(t, 'screens.ts', [LANDING, `$&  { ${screen} },\n`])
    assert.deepEqual(copy.questionnaireMistakes(), [`The screen ${mistake}`])
  })

it('choices may share a screen where none of them is drawn as houses', async (t) => {
  const fields = "fields: ['remodellingReasons', 'paymentMethod']"
  const screen = `$&  { kind: 'questions', chapter: 'house', title: 'Pets', ${fields} },\n`
  const copy = await changed(t, 'screens.ts', [LANDING, screen])
  assert.deepEqual(copy.questionnaireMistakes(), [])
})

it('a visit that begins or ends with anything else is told', async (t) => {
  const end = /^ {2}\{ kind: 'submit'.*\n/m
  for (const change of [
    [LANDING, ''],
    [LANDING, '$&$&'],
    [end, ''],
    [end, '$&$&'],
  ] as const) {
    const copy = await changed(t, 'screens.ts', change)
    assert.deepEqual(copy.questionnaireMistakes(), [
      "questionnaire/screens.ts has to begin with its one 'landing' and end with its one 'submit'.",
    ])
  }
})

it('a type of remodel without its name or its scope is told', async (t) => {
  for (const [words, others, part] of [
    [/(?<=major: \{\n) {4}name: .*\n/, '', 'name'],
    [/(?<=major: \{[^[]*scope: )\[[^\]]*\]/, "'all of it'", 'scope as a list'],
  ] as const) {
    const copy = await changed(t, 'business.ts', [words, others])
    assert.deepEqual(copy.questionnaireMistakes(), [
      `The type 'major' of questionnaire/business.ts has no ${part}: write it.`,
    ])
  }
})

it('a price range that cannot be read is told by its name', async (t) => {
  const { name, costRange } = remodelTypes.major
  const copy = await changed(t, 'business.ts', [costRange, 'about $50k'])
  assert.deepEqual(copy.questionnaireMistakes(), [
    `The costRange 'about $50k' of ${name} in questionnaire/business.ts does not read as two rising amounts: write it as in '$45,000-85,000'.`,
  ])
})
