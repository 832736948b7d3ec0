interface PictureBudget {
  readonly what: string
  /** By their names, as they are made and as the build puts a hash into them. */
  readonly files: RegExp
  /** The heaviest each of them may be, in bytes. */
  readonly most: number
}

/** What a picture may weigh. The first paint waits for the cover, in the format that most browsers take. */
export const pictureBudgets: readonly PictureBudget[] = [
  { what: 'cover on a phone', files: /^cover\.phone-.*\.avif$/, most: 27_500 },
  { what: 'cover on an upright tablet', files: /^cover\.upright-.*\.avif$/, most: 62_000 },
  { what: 'cover up to 1440 pixels', files: /^cover\.wide-(960|1440)\b.*\.avif$/, most: 51_000 },
  { what: 'cover beyond', files: /^cover\.wide-.*\.avif$/, most: 100_000 },
  { what: 'cover for older browsers', files: /^cover\..*\.webp$/, most: 120_000 },
  { what: 'every other picture', files: /^(?!cover\.).*\.(avif|webp)$/, most: 60_000 },
]

/** The heaviest a file may be by all that is said of it. */
export const heaviest = (file: string): number =>
  Math.min(...pictureBudgets.filter(({ files }) => files.test(file)).map(({ most }) => most))
