import type { Field } from '../../questionnaire/field.ts'
import type { FieldName } from '../../questionnaire/fields.ts'

/** What every control needs: its question, the answer so far, and where the next one goes. */
export interface FieldProps<Kind extends Field = Field> {
  readonly name: FieldName
  readonly field: Kind
  readonly answer: string
  readonly onAnswer: (answer: string) => void
  /** What the phone keyboard's Enter promises. */
  readonly enterKeyHint?: 'next' | 'done' | 'go'
  readonly placeholder?: string
  /** The element that asks the question: a label names one control only, and a choice has several. */
  readonly labelledBy?: string
}

/** The id of a field's control: what a label points to. */
export const controlId = (name: FieldName) => `field-${name}`
