import { clickIdParameters, MAX_SOURCE_LENGTH, utmParameters } from '../../questionnaire/source-parameters.ts'

/** The key in the tab's session storage. */
const SOURCE_KEY = 'kitchen-guide.source'
/** Proxies reject longer headers. Only text in other scripts than Latin gets this long. */
const MAX_HEADER_LENGTH = 4000

/** Takes a function, because even reading a blocked `sessionStorage` throws. */
type GetStorage = () => Pick<Storage, 'getItem' | 'setItem'>

const tabStorage: GetStorage = () => sessionStorage

/** The source of the tab's first visit, as the request header; empty if it is unknown or storage is blocked. */
export function storedSource(getStorage = tabStorage): string {
  try {
    // Encoded again, because a header must be in ASCII.
    return String(new URLSearchParams(getStorage().getItem(SOURCE_KEY) ?? '')).slice(0, MAX_HEADER_LENGTH)
  } catch {
    return ''
  }
}

/** Stores where the visitor came from, unless the tab has a source already and the address names no new one. */
export function storeSource(
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
    if (!String(source) && storedSource(getStorage)) return
    const referringHost = referrer && new URL(referrer).host
    if (referringHost && referringHost !== host)
      source.set('referrer', referringHost.slice(0, MAX_SOURCE_LENGTH))
    getStorage().setItem(SOURCE_KEY, String(source))
  } catch {}
}
