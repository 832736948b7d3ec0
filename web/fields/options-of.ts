import type { ChoiceField } from '../../questionnaire/field.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'

interface Option {
  readonly option: string
  readonly label: string
}

/** The options of a choice. An optional one can also be 'No answer', because a radio cannot be unchecked. */
export const optionsOf = ({ options, other, optional }: ChoiceField): readonly Option[] => [
  ...options.map((option) => ({ option, label: option })),
  ...(other ? [{ option: OTHER, label: OTHER }] : []),
  ...(optional ? [{ option: '', label: 'No answer' }] : []),
]
