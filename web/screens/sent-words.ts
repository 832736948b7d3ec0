import { LAST } from '../../questionnaire/screens.ts'
import type { SentState } from '../visit/visit.ts'

/** What has been sent so far, for the screens after the last question. */
export const sentWords: Readonly<Record<SentState, string>> = {
  nothing: 'Nothing is sent yet',
  unconfirmed: 'Possibly not sent',
  changed: 'Your changes have not been sent yet',
  early: 'Your answers are sent',
  saved: 'Your answers are sent',
}

/** What is left to do on a screen after the last question. */
export function leftWords(screen: number, sent: SentState): string {
  const left = LAST - screen
  if (sent === 'saved') return 'There is nothing left to do'
  if (left === 0 && sent === 'early') return 'Submit confirms your answers'
  if (left === 0) return `Submit sends your ${sent === 'changed' ? 'changes' : 'answers'} to us`
  return left === 1 ? '1 screen left: Submit' : `${left} screens left: ${left - 1} to read, then Submit`
}
