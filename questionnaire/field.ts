import type { FormerWords } from './former-words.ts'

/** The kinds of question. Each has a control in web/fields and a rule in `problemWith`. */
export type Field = EmailField | PhoneField | TextField | LongTextField | DropdownField | ChoiceField

interface Question {
  /** Shown with the control, in the review and in the email. `{brand}` stands for the business. */
  readonly label: string
  readonly optional?: true
  /** HTML's `autocomplete`. */
  readonly autocomplete?: string
  /** Short fields share a row. */
  readonly size?: 'half' | 'quarter'
}

export interface EmailField extends Question {
  readonly kind: 'email'
}

/** Any text with enough digits, such as `(217) 555-0134 ext. 2`. */
export interface PhoneField extends Question {
  readonly kind: 'phone'
}

export interface TextField extends Question {
  readonly kind: 'text'
}

export interface LongTextField extends Question {
  readonly kind: 'long text'
  readonly rows: number
}

interface OptionsQuestion extends Question {
  /** At least one. */
  readonly options: readonly [string, ...string[]]
  /** The former texts of reworded options: `{ 'New words': ['Old words'] }`. */
  readonly was?: FormerWords
}

export interface DropdownField extends OptionsQuestion {
  readonly kind: 'dropdown'
}

export interface ChoiceField extends OptionsQuestion {
  readonly kind: 'choice'
  /** Adds the option Other with a text box: other-answer.ts. */
  readonly other?: true
  /** The picture beside each option: a drawing of a house, or a photograph of a kitchen. */
  readonly pictured?: 'house' | 'kitchen'
}

/** The chart of houses fills a screen, so it is the only question there. */
export const isHouseChart = (field: Field): boolean => field.kind === 'choice' && field.pictured === 'house'
