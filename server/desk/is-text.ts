import { isReadable } from '../../questionnaire/answers.ts'

/** Whether what was sent is text that can be kept, and no longer than it may be. */
export const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest && isReadable(value)
