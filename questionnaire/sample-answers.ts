import { type Answers, answersFrom, problemWith } from './answers.ts'
import { remodelTypes } from './business.ts'
import type { Field } from './field.ts'
import { type FieldName, fieldNamed } from './fields.ts'

/** Valid answers to every question, derived from its definition, for tests and for trying the product. */
export function sampleAnswers(changes: Partial<Answers> = {}): Answers {
  return answersFrom((name) => changes[name] ?? validAnswer(name, fieldNamed(name)))
}

function validAnswer(name: FieldName, field: Field): string {
  const example = EXAMPLES[name]
  // The field may have changed, for example from a text to a list of options.
  if (example && problemWith(field, example) === null) return example
  if (field.optional) return ''
  switch (field.kind) {
    case 'email':
      return 'jane.homeowner@example.com'
    case 'phone':
      return '(217) 555-0134'
    case 'text':
      return `Some ${name}`
    case 'long text':
      return `What I say about ${name}.`
    case 'dropdown':
    case 'choice':
      return field.options[0] ?? ''
  }
}

const EXAMPLES: Partial<Record<FieldName, string>> = {
  yearBuilt: '1962',
  typeOfKitchenRemodel: remodelTypes.major.answer,
  newKitchenImportantFeature:
    'An island where two of us can cook at once, and a door to the yard that opens.',
  newKitchenOtherFeature:
    'Morning light at the table, a corner for the café crème, and drawers instead of doors.',
  firstName: 'Jane',
  lastName: 'Homeowner',
  streetAddress: '12 Maple Street',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  timeFrame: 'This spring',
  budget: '$60,000',
}
