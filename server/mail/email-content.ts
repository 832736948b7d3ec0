import type { Row } from '../../questionnaire/project.ts'

/** What the HTML and the text part both say. */
export interface EmailContent {
  readonly title: string
  readonly subtitle: string
  /** What a specialist wants to know before picking up the phone. */
  readonly facts: readonly Fact[]
  readonly rows: readonly Pick<Row, 'question' | 'answer'>[]
  readonly footer: readonly string[]
}

export interface Fact {
  readonly name: string
  readonly lines: readonly string[]
}
