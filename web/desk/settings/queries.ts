import type { SettingChanges } from '../../../desk/requests.ts'
import { definitionOf, type Setting } from '../../../desk/settings.ts'
import { type CallFailure, explain, listOf, notDoneText, problemIn } from '../app/api-result.ts'
import { EVERYTHING } from '../app/query-client.ts'
import { announceSessionChange } from '../app/session-channel.ts'
import { apiQuery, useAction, useDesk } from '../app/use-desk.ts'
import type { Question } from '../ui/use-question.tsx'

export type Changes = SettingChanges['changes']

const shape = listOf<Setting>()

export const settingsQuery = apiQuery('settings', shape)

interface SaveOptions {
  readonly questionFor?: (changes: Changes) => Question | undefined
  readonly onSaved: () => void
  /** The current settings, if another person has changed one of them meanwhile. */
  readonly onConflict: (current: readonly Setting[]) => void
}

/** Saves all changes or none. */
export function useSaveSettings({ questionFor, onSaved, onConflict }: SaveOptions) {
  const { call } = useDesk()
  return useAction({
    ...(questionFor && { questionFor }),
    send: async (changes: Changes) => {
      const body: SettingChanges = { changes }
      const result = await call('settings', { method: 'POST', body, shape })
      const problem = result.ok ? null : result.problem
      const sentence = problem?.kind === 'refused' && problem.status === 422 && problemIn(problem.body)
      return sentence ? explain(String(sentence)) : result
    },
    doneText: () => 'Saved. The change takes effect within five seconds.',
    onDone: () => {
      // The desk's other windows show the name and the time zone too.
      announceSessionChange()
      onSaved()
    },
    onFailed: (problem) => onConflict(currentIn(problem)),
    failedText: (problem, changes) => conflictText(currentIn(problem), changes) || notDoneText(problem),
    refreshes: EVERYTHING,
  })
}

const currentIn = (problem: CallFailure): readonly Setting[] =>
  problem.kind === 'conflict' && shape(problem.body) ? problem.body : []

const conflictText = (current: readonly Setting[], changes: Changes) =>
  current
    .filter(({ name, value }) => changes.some((change) => change.name === name && change.before !== value))
    .map(
      ({ name, value, change }) =>
        `${change?.who ?? 'The operator'} has just set ${definitionOf(name).label} to “${value}”. Save again to overwrite it.`,
    )
    .join(' ')
