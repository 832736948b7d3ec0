import { type Filter, sorts } from '../../../desk/api.ts'
import { isDay } from '../../../desk/business-hours.ts'
import { isText, MAX_ADDRESS_LENGTH, MAX_SEARCH_LENGTH } from '../../../desk/limits.ts'
import { isStatus } from '../../../desk/status.ts'

/** Reads what was asked for in the address; null when it is nothing that can be asked. */
export function readFilter(query: unknown): Filter | null {
  if (typeof query !== 'object' || query === null) return {}
  const asked = Object.entries(query).filter(([name, value]) => Object.hasOwn(rules, name) && value !== '')
  const read: Record<string, string> = {}
  for (const [name, value] of asked) {
    if (!isText(value, MAX_ADDRESS_LENGTH) || !rules[name]?.(value)) return null
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
  search: (value) => value.length <= MAX_SEARCH_LENGTH,
  sort: (value) => sorts.some((sort) => sort === value),
  cursor: (value) => /^[wo]?\d{1,16}\.[\w-]{1,64}$/.test(value),
} satisfies Record<keyof Filter, (value: string) => boolean>
