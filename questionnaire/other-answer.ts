import type { ChoiceField } from './field.ts'

export const OTHER = 'Other'

/** The selected option of a choice, and the text of its Other. */
export interface Selection {
  readonly option: string
  readonly text: string
}

/** An answer that is none of the options is the text of Other. */
export function selectionOf(field: ChoiceField, answer: string): Selection {
  if (answer === '' || field.options.includes(answer)) return { option: answer, text: '' }
  return { option: OTHER, text: answer === OTHER ? '' : answer }
}

/** Other with an empty text box is stored as the word Other; the box is `required`, so the browser asks for a text. */
export function answerOf({ option, text }: Selection): string {
  return option === OTHER ? text || OTHER : option
}
