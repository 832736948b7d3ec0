import type { ChoiceField } from '../../questionnaire/field.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'

interface Offered {
  readonly option: string
  readonly label: string
}

/** What a choice offers. A radio cannot be taken back, so one that is optional offers the empty answer too. */
export const optionsOf = ({ options, other, optional }: ChoiceField): readonly Offered[] => [
  ...options.map((option) => ({ option, label: option })),
  ...(other ? [{ option: OTHER, label: OTHER }] : []),
  ...(optional ? [{ option: '', label: 'No answer' }] : []),
]
