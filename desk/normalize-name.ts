/** A name as it is compared with what somebody types: phones write the other apostrophe, and nobody types what nobody sees. */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[‘’ʼʻ]/g, "'")
    .toLowerCase()
