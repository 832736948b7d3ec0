import { clickIdParameters, MAX_SOURCE_LENGTH, utmParameters } from '../../questionnaire/source-parameters.ts'

/** The key in the tab's session storage. */
const SOURCE_KEY = 'kitchen-guide.source'
/** Proxies refuse longer headers. Only text in other scripts gets there. */
const MAX_HEADER_LENGTH = 4000

/** Takes a function, because merely reading a blocked `sessionStorage` throws. */
type GetStorage = () => Pick<Storage, 'getItem' | 'setItem'>

const tabStorage: GetStorage = () => sessionStorage

/** Where the tab's first visit came from, as the header carries it; empty if that is unknown or storage is blocked. */
export function keptSource(getStorage = tabStorage): string {
  try {
    // Encoded again, because a header must be in ASCII.
    return String(new URLSearchParams(getStorage().getItem(SOURCE_KEY) ?? '')).slice(0, MAX_HEADER_LENGTH)
  } catch {
    return ''
  }
}

/** Keeps where this page's visitor came from, unless the tab knows of a source and the address names no new one. */
export function keepSource(
  { search, host }: Pick<Location, 'search' | 'host'>,
  referrer: string,
  getStorage = tabStorage,
) {
  try {
    const source = new URLSearchParams()
    const given = new URLSearchParams(search)
    for (const name of [...utmParameters, ...clickIdParameters]) {
      const value = given.get(name)
      if (value) source.set(name, value.slice(0, MAX_SOURCE_LENGTH))
    }
    if (!String(source) && keptSource(getStorage)) return
    const referringHost = referrer && new URL(referrer).host
    if (referringHost && referringHost !== host)
      source.set('referrer', referringHost.slice(0, MAX_SOURCE_LENGTH))
    getStorage().setItem(SOURCE_KEY, String(source))
  } catch {}
}
