import { definitionOf, type Setting } from '../../../desk/settings.ts'

/** The value as a row shows it; empty if it is not set. */
export function valueText({ name, value }: Pick<Setting, 'name' | 'value'>, timeZone: string): string {
  const { kind, unit, zero, words } = definitionOf(name)
  if (words) return words[value] ?? value
  if (kind === 'number') return value === '0' ? (zero ?? value) : `${value} ${unit}`
  if (name === 'TIME_ZONE' && value === '') return `${timeZone}, the server’s own`
  return value
}
