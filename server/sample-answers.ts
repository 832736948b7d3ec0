import { type Answers, answersFrom } from '../questionnaire/answers.ts'
import { fieldNamed } from '../questionnaire/fields.ts'

const words: Partial<Record<keyof Answers, string>> = {
  firstName: 'Ada',
  lastName: 'Byron',
  emailAddress: '',
  city: 'Springfield',
  renegadeRemodelersEmailAddress: '',
  additionalComments: '',
}

/** Good answers to every question, for tests. */
export const sampleAnswers = (changes: Partial<Answers> = {}): Answers =>
  answersFrom((name) => {
    const given = changes[name] ?? words[name]
    if (given !== undefined) return given
    const field = fieldNamed(name)
    if (field.kind === 'email') return 'ada@example.com'
    return 'options' in field ? (field.options[0] ?? '') : `${field.label}: as we said, très bien`
  })

let made = 0

/** An id as a browser makes it, another one each time. */
export const sampleId = (): string =>
  `test_${String(++made).padStart(7, '0')}-${process.pid}`.padEnd(22, '_').slice(0, 22)
