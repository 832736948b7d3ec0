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

/** The parameters that advertisers add to links, and the ids that the large networks add to clicks. */
export const utmParameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export const clickIdParameters = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid'] as const

/** In UTF-16 code units. */
export const MAX_SOURCE_LENGTH = 200

/** The request header that carries the source beside the answers, written as the query of an address. */
export const SOURCE_HEADER = 'visit-source'

export const noSource = sourceFrom(() => '')

/** Creates a source, value by value. */
export function sourceFrom(textOf: (name: SourceName) => string): Source {
  // The type of Object.fromEntries does not keep the names.
  return Object.fromEntries(sourceNames.map((name) => [name, textOf(name)])) as Source
}
