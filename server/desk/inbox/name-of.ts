import type { SqlRow } from '../../store/sql/sql-database.ts'

/** Whose project it is, in words that a link can be followed by: a page of another version may ask for no name. */
export const nameOf = ({ firstName, lastName }: SqlRow) =>
  brief(`${String(firstName ?? '')} ${String(lastName ?? '')}`.trim()) || 'No name'

const LONGEST = 200

/** As much of an answer as a line of a list has room for. An answer without an end would push the others off the page. */
export function brief(answer: string): string {
  const letters = [...answer]
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : answer
}
