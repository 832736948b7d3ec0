import type { clickIdParameters } from './source-parameters.ts'

/** Where a visit came from, in the order of the export. The store has a column for each. */
export const sourceNames = [
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'clickId',
  'referrer',
] as const
export type SourceName = (typeof sourceNames)[number]

/** Every value is text, `''` when unknown. `clickId` names its network, such as `gclid=abc`; `referrer` is a host. */
export type Source = Readonly<Record<SourceName, string>>

export const noSource = sourceFrom(() => '')

export function sourceFrom(textOf: (name: SourceName) => string): Source {
  // The type of Object.fromEntries does not keep the names.
  return Object.fromEntries(sourceNames.map((name) => [name, textOf(name)])) as Source
}

/** The source in one line, such as `google / cpc / spring-kitchens`; empty if nothing is known. */
export const sourceText = (source: Source): string =>
  [placeOf(source), source.utmMedium, source.utmCampaign].filter(Boolean).join(' / ')

/** The desk's names for a visit of unknown source, and for all sources without a row of their own. */
export const DIRECT = 'direct'
export const OTHER_SOURCES = 'other'
const MAX_NAME_LENGTH = 60

/** The name by which the desk filters and counts: short, and in one spelling. */
export const sourceName = (source: Source): string =>
  placeOf(source).slice(0, MAX_NAME_LENGTH).toLowerCase().toWellFormed() || DIRECT

/** The network that adds a click id to its links. */
const networks: ReadonlyMap<string, string> = new Map([
  ['gclid', 'google'],
  ['gbraid', 'google'],
  ['wbraid', 'google'],
  ['fbclid', 'facebook'],
  ['msclkid', 'bing'],
] satisfies readonly (readonly [(typeof clickIdParameters)[number], string])[])

const placeOf = ({ utmSource, clickId, referrer }: Source) =>
  utmSource || networks.get(clickId.split('=')[0] ?? '') || referrer.replace(/^www\./, '')
