interface PictureBudget {
  readonly what: string
  /** Matches file names with and without the hash that the build adds. */
  readonly files: RegExp
  /** The largest size of each file, in bytes. */
  readonly maxBytes: number
}

/** The cover has the strictest budgets, because the first paint waits for it. Most browsers load the AVIF. */
export const pictureBudgets: readonly PictureBudget[] = [
  { what: 'cover on a phone', files: /^cover\.phone-.*\.avif$/, maxBytes: 27_500 },
  { what: 'cover on an upright tablet', files: /^cover\.upright-.*\.avif$/, maxBytes: 62_000 },
  { what: 'cover up to 1440 pixels', files: /^cover\.wide-(960|1440)\b.*\.avif$/, maxBytes: 51_000 },
  { what: 'cover beyond', files: /^cover\.wide-.*\.avif$/, maxBytes: 100_000 },
  { what: 'cover for older browsers', files: /^cover\..*\.webp$/, maxBytes: 120_000 },
  { what: 'every other picture', files: /^(?!cover\.).*\.(avif|webp)$/, maxBytes: 60_000 },
]

/** In bytes, for each format of the film. */
export const MAX_FILM_BYTES = 3_900_000

/** The strictest budget of a picture, in bytes. */
export const maxBytes = (file: string): number =>
  Math.min(...pictureBudgets.filter(({ files }) => files.test(file)).map(({ maxBytes }) => maxBytes))
