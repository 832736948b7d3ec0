import type { Event } from '../../../desk/api.ts'
import { formatNumber } from '../../../desk/pluralize.ts'
import { type CallFailure, mayBeDone, notDoneText, problemText } from '../app/api-result.ts'

/** What happened, to follow the name of the person. */
export function eventText(event: Event): string {
  switch (event.kind) {
    case 'came':
      return 'Project received'
    case 'revised':
      return 'The homeowner changed their answers'
    case 'finished':
      return 'The homeowner pressed Submit'
    case 'released':
      return 'Released: no longer suspicious'
    case 'status':
      return `${event.from === event.to ? '' : `${event.from} → `}${event.to}${event.reason && `: ${event.reason}`}`
    case 'contact':
      return event.how
    case 'taken back':
      return `“${event.how}” was undone`
    case 'note':
      return event.text
    case 'assigned':
      return event.to ? `Assigned to ${event.to.name}` : 'Unassigned'
  }
}

/** Without a response, the server may or may not have made the change. `change` names it where nothing else does. */
export function notSavedText(problem: CallFailure, change = ''): string {
  // ConflictNotice asks what to do.
  if (problem.kind === 'conflict') return ''
  const named = change && `: ${change}`
  return mayBeDone(problem)
    ? `This may not have been saved${named}. ${problemText(problem)} Check the history before you try again.`
    : `Not saved${named}. ${problemText(problem)}`
}

export function notErasedText(problem: CallFailure): string {
  if (problem.kind === 'refused' && problem.status === 422)
    return 'This is not the homeowner’s last name. Nothing was erased.'
  return notDoneText(problem)
}

/**
 * Why a required text cannot be saved, or ''. The browser would accept spaces alone, and with a maximum length it cuts
 * off pasted text without a word.
 */
export function textProblem(text: string, maxLength: number): string {
  if (!text) return 'Not saved. Write at least one word.'
  return text.length > maxLength ? `Not saved: longer than ${formatNumber(maxLength)} characters.` : ''
}
