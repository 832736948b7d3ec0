// Separate from source.ts, so that the landing's first script does not load it.

/** The parameters that advertisers add to links, and the ids that the large networks add to clicks. */
export const utmParameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export const clickIdParameters = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid'] as const

/** In UTF-16 code units. */
export const MAX_SOURCE_LENGTH = 200

/** The request header that carries the source beside the answers, written as the query of an address. */
export const SOURCE_HEADER = 'visit-source'
