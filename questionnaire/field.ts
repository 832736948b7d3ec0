/** The kinds of question. A control, a judge's rule and an e2e answer exist for each. */
export type Field = EmailField | TextField | LongTextField | DropdownField | ChoiceField

interface Question {
  /** The words before or above the control, and in the review and the e-mail. `{brand}` is the business. */
  readonly label: string
  readonly optional?: true
  /** How the browser may fill it in; the names are HTML's. */
  readonly autocomplete?: string
  /** How long an answer usually is, so that short ones can share a row. */
  readonly size?: 'half' | 'quarter'
}

export interface EmailField extends Question {
  readonly kind: 'email'
}

export interface TextField extends Question {
  readonly kind: 'text'
}

export interface LongTextField extends Question {
  readonly kind: 'long text'
  readonly rows: number
}

export interface DropdownField extends Question {
  readonly kind: 'dropdown'
  readonly options: Options
}

export interface ChoiceField extends Question {
  readonly kind: 'choice'
  readonly options: Options
  /** The visitor may choose Other and say it in words: other-answer.ts. */
  readonly other?: true
  /** What each option is shown with: the drawing of a house, or the picture of a kitchen. */
  readonly pictured?: 'house' | 'kitchen'
}

/** At least one. */
type Options = readonly [string, ...string[]]

/** The drawings fill a screen: nothing else is asked on it. */
export const isHouseChart = (field: Field): boolean => field.kind === 'choice' && field.pictured === 'house'
