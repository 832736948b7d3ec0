/** In UTF-16 units, as a browser counts what is typed into a field. */
export const LONGEST_SEARCH = 200
export const LONGEST_ADDRESS = 254
export const LONGEST_NOTE = 5000
export const LONGEST_REASON = 500
