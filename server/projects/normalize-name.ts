/** The form in which a typed name is compared: without invisible characters, with plain apostrophes and lower case. */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[‘’ʼʻ]/g, "'")
    .toLowerCase()
