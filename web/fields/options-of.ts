import type { ChoiceField } from '../../questionnaire/field.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'

interface Offered {
  readonly option: string
  readonly words: string
}

/** What a choice offers. A radio cannot be taken back, so one that is optional offers the empty answer too. */
export const optionsOf = ({ options, other, optional }: ChoiceField): readonly Offered[] => [
  ...options.map((option) => ({ option, words: option })),
  ...(other ? [{ option: OTHER, words: OTHER }] : []),
  ...(optional ? [{ option: '', words: 'No answer' }] : []),
]
