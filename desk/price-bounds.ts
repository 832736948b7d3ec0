/** In dollars. */
export interface Bounds {
  readonly low: number
  readonly high: number
}

/** The two amounts of a range such as `$45000-85,000` or `$45-85k`; null if it is not two rising amounts. */
export function boundsOf(range: string): Bounds | null {
  const { from = '', fromUnit = '', to = '', toUnit = '' } = RANGE.exec(range.trim())?.groups ?? {}
  // In `$45-85k` both amounts are thousands.
  const low = dollarsOf(from, fromUnit || (from.length <= 3 ? toUnit : ''))
  const high = dollarsOf(to, toUnit)
  return low < high ? { low, high } : null
}

const RANGE =
  /^\$?(?<from>\d{1,3}(?:,\d{3})+|\d+)(?<fromUnit>k?)\s*(?:[\p{Pd}−]|to)\s*\$?(?<to>\d{1,3}(?:,\d{3})+|\d+)(?<toUnit>k?)$/iu

const dollarsOf = (digits: string, unit: string) =>
  Number(digits.replaceAll(',', '')) * (unit === '' ? 1 : 1000)
