/** In this order, because most browsers also name others in their header. */
const browsers = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The everyday name of a browser, such as `Firefox on Android`, from its `User-Agent` header. */
export function browserName(userAgent = ''): string {
  const [browser, system] = [browsers, systems].map(
    (known) => known.find(([, pattern]) => pattern.test(userAgent))?.[0],
  )
  return `${browser ?? 'Unknown browser'}${system ? ` on ${system}` : ''}`
}
