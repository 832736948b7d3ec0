import type { Field } from '../../questionnaire/field.ts'
import type { FieldName } from '../../questionnaire/fields.ts'

/** The props of every control. */
export interface FieldProps<Kind extends Field = Field> {
  readonly name: FieldName
  readonly field: Kind
  readonly answer: string
  readonly onAnswer: (answer: string) => void
  /** The label of the Enter key on a phone's keyboard. */
  readonly enterKeyHint?: 'next' | 'done' | 'go'
  readonly placeholder?: string
  /** The id of the element with the question, for choices: a label can name only one control. */
  readonly labelledBy?: string
}

/** The id of a field's control, for its label. */
export const controlId = (name: FieldName) => `field-${name}`
