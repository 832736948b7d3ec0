import type { Filter } from '../../../desk/api.ts'
import { isDay } from '../../../desk/business-hours.ts'
import { LONGEST_ADDRESS, LONGEST_SEARCH } from '../../../desk/longest-texts.ts'
import { sorts } from '../../../desk/sorts.ts'
import { isStatus } from '../../../desk/status.ts'
import { isText } from '../is-text.ts'

/** Reads what was asked for in the address; null when it is nothing that can be asked. */
export function readFilter(query: unknown): Filter | null {
  if (typeof query !== 'object' || query === null) return {}
  const asked = Object.entries(query).filter(([name, value]) => Object.hasOwn(rules, name) && value !== '')
  const read: Record<string, string> = {}
  for (const [name, value] of asked) {
    if (!isText(value, LONGEST_ADDRESS) || !rules[name]?.(value)) return null
    read[name] = value
  }
  return read
}

/** Every part of a filter, and which values it takes. */
const rules: Readonly<Record<string, (value: string) => boolean>> = {
  status: (value) => isStatus(value),
  who: () => true,
  type: () => true,
  from: (value) => isDay(value),
  to: (value) => isDay(value),
  search: (value) => value.length <= LONGEST_SEARCH,
  sort: (value) => sorts.some((sort) => sort === value),
  cursor: (value) => /^[wo]?\d{1,16}\.[\w-]{1,64}$/.test(value),
} satisfies Record<keyof Filter, (value: string) => boolean>
