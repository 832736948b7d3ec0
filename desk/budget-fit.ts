import { boundsOf, remodelTypeOf } from '../questionnaire/business.ts'
import type { BudgetFit } from './api.ts'

/** How a budget in the visitor's own words reads beside the range of the type they want. */
export function budgetFit(budget: string, remodelType: string): BudgetFit {
  const type = remodelTypeOf(remodelType)
  const bounds = type && boundsOf(type)
  const read = spanIn(budget)
  if (!bounds || !read) return 'unclear'
  const { low, high } = bounds
  if (read.to < low || (read.isOpen && read.to === low)) return 'below'
  if (read.from > high || (read.isOpen && read.from === high)) return 'above'
  return 'within'
}

interface Span {
  readonly from: number
  readonly to: number
  /** The end that was named is not part of it: `under 40k`. */
  readonly isOpen: boolean
}

const AMOUNT =
  /(?<sign>\$\s*)?(?<digits>\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+(?!\d)|\d+)(?<cents>[.,]\d{1,2}(?!\d))?\s*(?<unit>(?:k|thousand|grand|mm|m|mil|million)\b)?/gi
const AT_MOST =
  /\b(?:under|below|less than|fewer than|up to|upto|no more than|not more than|at most|max|maximum|within|not over|not exceed(?:ing)?)\b|<|≤/i
const AT_LEAST =
  /\b(?:over|above|more than|at least|min|minimum|starting|from|north of|upwards? of)\b|>|≥|\d\s*k?\s*\+/i
const BETWEEN = /^\s*(?:[-–—~/]|to|and|or|through|\.{2,3}|…)\s*$/i

/** Numbers too small for a kitchen, and years, are about something else. */
const LEAST = 1000

interface Amount {
  readonly value: number
  readonly hasUnit: boolean
  readonly isYear: boolean
  readonly start: number
  readonly end: number
}

function spanIn(text: string): Span | null {
  const all = [...text.slice(0, 500).matchAll(AMOUNT)].map(amountFrom)
  const [first, second, ...rest] = shareUnit(all, text).filter(
    ({ value, isYear }) => value >= LEAST && !isYear,
  )
  if (!first || rest.length > 0) return null
  if (second) {
    if (!BETWEEN.test(text.slice(first.end, second.start).replace('$', ''))) return null
    return {
      from: Math.min(first.value, second.value),
      to: Math.max(first.value, second.value),
      isOpen: false,
    }
  }
  if (AT_MOST.test(text))
    return { from: 0, to: first.value, isOpen: !/up to|at most|max|≤|no more/i.test(text) }
  if (AT_LEAST.test(text)) return { from: first.value, to: Number.POSITIVE_INFINITY, isOpen: true }
  return { from: first.value, to: first.value, isOpen: false }
}

function amountFrom(match: RegExpExecArray): Amount {
  const { sign, digits = '', cents = '', unit = '' } = match.groups ?? {}
  const whole = Number(digits.replace(/\D/g, ''))
  const part = Number(`0.${cents.slice(1) || '0'}`)
  const times = unit === '' ? 1 : /^m/i.test(unit) ? 1_000_000 : 1000
  return {
    value: (whole + part) * times,
    hasUnit: unit !== '',
    isYear: !sign && unit === '' && /^(?:19|20)\d\d$/.test(digits),
    start: match.index,
    end: match.index + match[0].length,
  }
}

/** In `50-70k` both are thousands. */
const shareUnit = (amounts: readonly Amount[], text: string): readonly Amount[] =>
  amounts.map((amount, index) => {
    const next = amounts[index + 1]
    const isShared = next?.hasUnit && !amount.hasUnit && amount.value < LEAST
    return isShared && BETWEEN.test(text.slice(amount.end, next.start).replace('$', ''))
      ? { ...amount, value: amount.value * 1000 }
      : amount
  })
