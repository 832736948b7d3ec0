import { type Filter, sorts } from '../../../desk/api.ts'
import { isDay } from '../../../desk/days.ts'
import { MAX_ADDRESS_LENGTH, MAX_SEARCH_LENGTH } from '../../../desk/limits.ts'
import { isStatus } from '../../../desk/status.ts'
import { isStorable } from '../../../questionnaire/answers.ts'

/** The filter in a request's query, or null when a value is invalid. Unknown and empty parts are ignored. */
export function readFilter(query: unknown): Filter | null {
  if (typeof query !== 'object' || query === null) return {}
  const given = Object.entries(query).filter(([name, value]) => Object.hasOwn(rules, name) && value !== '')
  const read: Record<string, string> = {}
  for (const [name, value] of given) {
    if (typeof value !== 'string' || value.length > MAX_ADDRESS_LENGTH || !isStorable(value)) return null
    if (!rules[name]?.(value)) return null
    read[name] = value
  }
  return read
}

/** Which values each part of a filter may have. */
const rules: Readonly<Record<string, (value: string) => boolean>> = {
  status: (value) => isStatus(value),
  who: () => true,
  type: () => true,
  source: () => true,
  from: (value) => isDay(value),
  to: (value) => isDay(value),
  search: (value) => value.length <= MAX_SEARCH_LENGTH,
  sort: (value) => sorts.some((sort) => sort === value),
  cursor: (value) => /^[wo]?\d{1,16}\.[\w-]{1,64}$/.test(value),
} satisfies Record<keyof Filter, (value: string) => boolean>
