/** Normalizes a typed name for comparison: no invisible characters, plain apostrophes, lower case. */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[‘’ʼʻ]/g, "'")
    .toLowerCase()
