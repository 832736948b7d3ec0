import type { BudgetFit } from '../../../desk/api.ts'
import { type Bounds, boundsOf } from '../../../desk/price-bounds.ts'

/** How a budget in the visitor's own words compares with a price range. */
export function budgetFit(budget: string, costRange: string): BudgetFit {
  const bounds = boundsOf(costRange)
  return bounds ? fitBetween(budget, bounds) : 'unclear'
}

/** The same for any two amounts. */
export function fitBetween(budget: string, { low, high }: Bounds): BudgetFit {
  const read = spanIn(budget)
  if (!read) return 'unclear'
  if (read.to < low || (read.isExclusive && read.to === low)) return 'below'
  if (read.from > high || (read.isExclusive && read.from === high)) return 'above'
  return 'within'
}

interface Span {
  readonly from: number
  readonly to: number
  /** The named bound is excluded: `under 40k`. */
  readonly isExclusive: boolean
}

const AMOUNT =
  /(?<sign>\$\s*)?(?<digits>\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+(?!\d)|\d+)(?<cents>[.,]\d{1,2}(?!\d))?\s*(?<unit>(?:k|thousand|grand|mm|m|mil|million)\b)?/gi
// SHORT_OF and BEYOND exclude the bound they name, unless a word before reverses them (`not over`, `and above`).
const SHORT_OF = /(?<!\b(?:not?|or|and) )\b(?:under|below|less than|fewer than)\b|<(?!=)/i
const BEYOND = /(?<!\b(?:not?|or|and) )\b(?:over|above|more than|north of)\b|>(?!=)/i
const AT_MOST = /\b(?:up to|upto|at most|max|maximum|within|(?:or|and) (?:less|under|below))\b|≤|<=/i
const AT_LEAST =
  /\b(?:at least|min|minimum|starting|from|upwards? of|not? (?:less than|fewer than|under|below)|(?:or|and) (?:more|over|above|up))\b|≥|>=|\d\s*(?:k\s*)?\+/i
/** A negation, and the words that may follow it. */
const NO = String.raw`\b(?:not?|nothing|never|without|cannot|(?:do|ca|wo|would|could|should)n['’]?t) (?:(?:want|like|plan|able|willing|going|to|go|spend|pay|be|much|any) )*`
/** `no more than`, `don't want to spend more than`. */
const NOT_BEYOND = new RegExp(String.raw`${NO}(?:over|above|beyond|past|more than|exceed(?:ing)?)\b`, 'i')
/** Ambiguous: `don't want to spend less than`, `whether or not over`. `no less than` is not. */
const AMBIGUOUS = [
  new RegExp(String.raw`${NO}(?<!\bnot? )(?:under|below|less than|fewer than)\b`, 'i'),
  /\bwhether\b.*\b(?:over|above|more than|under|below|less than|fewer than)\b/i,
]
const BETWEEN = /^\s*(?:[-–—~/]|to|and|or|through|\.{2,3}|…)\s*$/i

/** Longer text is rarely just a budget, and slow to search. */
const MAX_LENGTH = 500
const MAX_LENGTH_BEFORE = 40
/** Smaller numbers, and years, do not mean a budget. */
const MIN_AMOUNT = 1000

interface Amount {
  readonly value: number
  /** The factor of its unit, or null without a unit. */
  readonly times: number | null
  readonly isYear: boolean
  readonly start: number
  readonly end: number
}

function spanIn(text: string): Span | null {
  if (text.length > MAX_LENGTH) return null
  const all = [...text.matchAll(AMOUNT)].map(amountFrom)
  const [first, second, ...rest] = shareUnit(all, text).filter(
    ({ value, isYear }) => value >= MIN_AMOUNT && !isYear,
  )
  if (!first || rest.length > 0) return null
  if (second) {
    if (!BETWEEN.test(text.slice(first.end, second.start).replace('$', ''))) return null
    return {
      from: Math.min(first.value, second.value),
      to: Math.max(first.value, second.value),
      isExclusive: false,
    }
  }
  const { value } = first
  const words = wordsAround(first, text)
  if (AMBIGUOUS.some((bound) => bound.test(words))) return null
  if (SHORT_OF.test(words)) return { from: 0, to: value, isExclusive: true }
  if (AT_MOST.test(words) || NOT_BEYOND.test(words)) return { from: 0, to: value, isExclusive: false }
  if (BEYOND.test(words)) return { from: value, to: Number.POSITIVE_INFINITY, isExclusive: true }
  if (AT_LEAST.test(words)) return { from: value, to: Number.POSITIVE_INFINITY, isExclusive: false }
  return { from: value, to: value, isExclusive: false }
}

/** An amount with the words that qualify it: `$25,000 from savings` does not mean $25,000 or more. */
function wordsAround({ start, end }: Amount, text: string): string {
  const before =
    text
      .slice(0, start)
      .split(/[,;:\d]/)
      .at(-1) ?? ''
  const after = /^\s*(?:\+|or |and |max|min|at )[^.,;]{0,12}/i.exec(text.slice(end))?.[0] ?? ''
  return `${before.slice(-MAX_LENGTH_BEFORE)}${text.slice(start, end)}${after}`
}

function amountFrom(match: RegExpExecArray): Amount {
  const { sign, digits = '', cents = '', unit = '' } = match.groups ?? {}
  const whole = Number(digits.replace(/\D/g, ''))
  const part = Number(`0.${cents.slice(1)}`)
  const times = unit === '' ? null : /^m/i.test(unit) ? 1_000_000 : 1000
  return {
    value: (whole + part) * (times ?? 1),
    times,
    isYear: !sign && unit === '' && /^(?:19|20)\d\d$/.test(digits),
    start: match.index,
    end: match.index + match[0].length,
  }
}

/** Applies the second amount's unit to the first: `50-70k`, `50-70,000`, `1 to 2 million`. */
const shareUnit = (amounts: readonly Amount[], text: string): readonly Amount[] =>
  amounts.map((amount, index) => {
    const next = amounts[index + 1]
    if (!next || next.isYear || amount.times || amount.value >= MIN_AMOUNT) return amount
    const value = amount.value * (next.times ?? 1000)
    const isShared = BETWEEN.test(text.slice(amount.end, next.start).replace('$', ''))
    // Without a unit, only if the first stays smaller: `500-1,500` are dollars.
    return isShared && (next.times || value < next.value) ? { ...amount, value } : amount
  })
