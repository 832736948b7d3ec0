import { useState } from 'react'
import type { Change, ProjectFile } from '../../desk/api.ts'
import { type Answer, callApi } from './call-api.ts'
import { useDesk } from './session.ts'
import { useChanges } from './use-changes.ts'
import { useFetched } from './use-fetched.ts'

/** A change that somebody else's was in the way of. */
export type Conflict = Extract<Change, { readonly kind: 'status' | 'assigned' }>

/** One project with everything that happened to it, kept up with what others do. */
export function useProject(id: string) {
  const fetched = useFetched<ProjectFile>(`projects/${id}`)
  const { announce, onSignedOut } = useDesk()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // How often a conflict of each kind has ended: the form of that kind starts anew, and no other.
  const [settled, setSettled] = useState({ status: 0, assigned: 0 })
  useChanges((what) => what === id, fetched.reload)

  /** Tells whether the change was taken. A conflict is kept with what was wanted, beside the file as it is now. */
  async function change(wanted: Change): Promise<Answer<ProjectFile>> {
    // What was said of the change before must not be taken for this one's.
    announce('')
    const answer = await callApi<ProjectFile>(`projects/${id}/events`, { method: 'POST', body: wanted })
    if (answer.ok) {
      fetched.put(answer.value)
      if (conflict?.kind === wanted.kind) endConflict()
    } else if (answer.problem.kind === 'signed out') onSignedOut()
    else if (answer.problem.kind === 'conflict') {
      if (wanted.kind === 'status' || wanted.kind === 'assigned') setConflict(wanted)
      await fetched.reload()
    }
    return answer
  }

  function endConflict() {
    if (!conflict) return
    setConflict(null)
    setSettled({ ...settled, [conflict.kind]: settled[conflict.kind] + 1 })
  }

  return { ...fetched, change, conflict, endConflict, settled }
}

/**
 * A choice that is not saved yet, with the version it was made on: what others do meanwhile neither undoes it
 * nor is undone by it unseen.
 */
export function useChoice<T>(now: T, version: number) {
  const [chosen, setChosen] = useState<{ readonly value: T; readonly version: number } | null>(null)
  return {
    value: chosen ? chosen.value : now,
    version: chosen ? chosen.version : version,
    choose: (value: T) => setChosen(value === now ? null : { value, version: chosen?.version ?? version }),
    forget: () => setChosen(null),
  }
}

export type ChangeProject = ReturnType<typeof useProject>['change']

/** Text that is being typed, kept until it is sent: a session that runs out does not lose it. */
export function useDraft(key: string): readonly [string, (text: string) => void] {
  const { memory } = useDesk()
  const [text, setText] = useState(() => String(memory.get(key) ?? ''))
  return [
    text,
    (fresh) => {
      memory.set(key, fresh)
      setText(fresh)
    },
  ]
}
