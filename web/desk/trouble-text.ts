import { formatNumber } from '../../desk/pluralize.ts'
import type { Problem } from './call-api.ts'

/** Why a call came to nothing, as people say it. */
export function troubleText(problem: Problem): string {
  switch (problem.kind) {
    case 'offline':
      return 'No connection to the server.'
    case 'not found':
      return 'There is nothing here. It may have been erased.'
    case 'signed out':
      // It is read after signing in again, in this window or in another.
      return 'Your session had ended.'
    case 'conflict':
      return 'It was changed elsewhere meanwhile.'
    case 'refused':
      return problem.status === 429
        ? 'Too many tries. Wait a few minutes, then try again.'
        : 'The server did not accept this.'
    case 'failed':
      return 'Something went wrong on the server.'
  }
}

/**
 * Of a change, which is named where nothing beside it shows it. After a break nobody here knows whether the server
 * made it.
 */
export function notSavedText(problem: Problem, change = ''): string {
  const named = change && `: ${change}`
  const isUnknown = problem.kind === 'offline' || problem.kind === 'failed'
  return isUnknown
    ? `It may not have been saved${named}. ${troubleText(problem)} Look at the history before you try again.`
    : `Not saved${named}. ${troubleText(problem)}`
}

/**
 * Of a text that has to be there, trimmed; nothing where it will do. A browser takes spaces for one, and where it minds
 * the length it cuts off what is put in beyond it without a word.
 */
export function wordsTrouble(text: string, longest: number): string {
  if (!text) return 'Not saved. Write a word or more.'
  return text.length > longest ? `Not saved: longer than ${formatNumber(longest)} characters.` : ''
}
