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

export { sampleId } from './test-sample-id.ts'
