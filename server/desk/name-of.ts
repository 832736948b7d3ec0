import type { SqlRow } from '../store/sql-rows.ts'

/** Whose project it is, in words that a link can be followed by: a page of another version may ask for no name. */
export const nameOf = ({ firstName, lastName }: SqlRow) =>
  `${String(firstName ?? '')} ${String(lastName ?? '')}`.trim() || 'No name'
