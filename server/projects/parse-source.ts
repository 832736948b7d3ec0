import { type Source, sourceFrom } from '../../questionnaire/source.ts'
import { clickIdParameters, MAX_SOURCE_LENGTH } from '../../questionnaire/source-parameters.ts'

/** Parses the header. Its text is untrusted, so each value is cut to one line of visible characters. */
export function parseSource(header: string): Source {
  const given = new URLSearchParams(header)
  const value = (name: string) => given.get(name) ?? ''
  const clickId = clickIdParameters.find((name) => value(name) !== '')
  const source: Source = {
    utmSource: value('utm_source'),
    utmMedium: value('utm_medium'),
    utmCampaign: value('utm_campaign'),
    utmTerm: value('utm_term'),
    utmContent: value('utm_content'),
    clickId: clickId === undefined ? '' : `${clickId}=${value(clickId)}`,
    referrer: value('referrer'),
  }
  return sourceFrom((name) => clean(source[name]))
}

const clean = (text: string) =>
  text
    .slice(0, MAX_SOURCE_LENGTH)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
