import type { ChoiceField } from './field.ts'

export const OTHER = 'Other'

/** What is marked on a choice with Other, and what stands in its box. */
export interface Mark {
  readonly option: string
  readonly words: string
}

/** An answer that is none of the options is the visitor's own words. */
export function markOf(field: ChoiceField, answer: string): Mark {
  if (answer === '' || field.options.includes(answer)) return { option: answer, words: '' }
  return { option: OTHER, words: answer === OTHER ? '' : answer }
}

/** Other with an empty box is stored as the word Other; the box is `required`, so the browser asks for words. */
export function answerOf({ option, words }: Mark): string {
  return option === OTHER ? words || OTHER : option
}
