import { useEffect, useRef, useState } from 'react'
import type { Change, ProjectFile } from '../../desk/api.ts'
import type { Answer } from './call-api.ts'
import { notSavedText } from './trouble-text.ts'
import { useChanges } from './use-changes.ts'
import { useDesk } from './use-desk.ts'
import { type ChosenChange, choiceKey } from './use-draft.ts'
import { useFetched } from './use-fetched.ts'
import { useLeft } from './use-left.ts'
import { useMinutes } from './use-minutes.ts'

/** A change that another one was in the way of. */
export type Conflict = ChosenChange

/** The answer to a change may be late: what others did after it is shown by then. */
const isOlderFile = (one: ProjectFile, other: ProjectFile) => one.version < other.version

/** One project with everything that happened to it, kept up with what others do. */
export function useProject(id: string) {
  const fetched = useFetched(`projects/${id}`, isOlderFile)
  const { announce, call, complain, memory } = useDesk()
  const isLeft = useLeft()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // How often a conflict of each kind has ended: the form of that kind starts anew, and no other.
  const [settled, setSettled] = useState({ status: 0, assigned: 0 })
  const saved = useRef<{ [kind in ChosenChange['kind']]?: Promise<Answer<ProjectFile>> }>({})
  useChanges((what) => what === id, fetched.reload)
  useMinutes(fetched.reload)

  const { problem } = fetched
  // Follows the file: what was typed for one that is erased can be saved nowhere.
  useEffect(() => {
    if (problem?.kind !== 'not found') return
    for (const key of memory.keys()) if (key.endsWith(id)) memory.delete(key)
  }, [problem, memory, id])

  // Follows the place: what is still said of another project must not be taken for this one's.
  useEffect(() => announce(''), [announce])

  /**
   * Tells whether the change was taken, and says that it is `done` if it was. A conflict is kept with what was wanted,
   * beside the file as it is now.
   */
  function change(wanted: Change, done: string): Promise<Answer<ProjectFile>> {
    if (!('to' in wanted)) return sendOnce(wanted, done)
    const { kind } = wanted
    // What was chosen while the choice before was being saved was chosen by who knew of that one.
    saved.current[kind] = Promise.resolve(saved.current[kind]).then((before) =>
      send(
        before?.ok ? { ...wanted, version: Math.max(wanted.version, before.value.version) } : wanted,
        done,
      ),
    )
    return saved.current[kind]
  }

  /** Who leaves and comes back while it is on its way finds a form that says the same again. */
  function sendOnce(wanted: Change, done: string): Promise<Answer<ProjectFile>> {
    const key = `sending ${id} ${JSON.stringify(wanted)}`
    // Only this function writes under such a key.
    const before = memory.get(key) as Promise<Answer<ProjectFile>> | undefined
    if (before) return before
    const sent = send(wanted, done).finally(() => memory.delete(key))
    memory.set(key, sent)
    return sent
  }

  async function send(wanted: Change, done: string): Promise<Answer<ProjectFile>> {
    // What was said of the change before must not be taken for this one's.
    announce('')
    const answer = await call<ProjectFile>(`projects/${id}/events`, { method: 'POST', body: wanted })
    // Whoever has gone on may have another project before them.
    const named = (words: string) => (isLeft.current ? `${fetched.value?.name}: ${words}` : words)
    if (answer.ok) {
      fetched.put(answer.value)
      if (conflict?.kind === wanted.kind) endConflict()
      announce(named(done))
    } else if (answer.problem.kind === 'conflict') {
      // The contract has the file as it is now in this answer: what is told of the conflict is true from the start.
      fetched.put(answer.problem.told as ProjectFile)
      if ('to' in wanted) setConflict(wanted)
    }
    if (!answer.ok && isLeft.current) complain(named(notSavedText(answer.problem)))
    return answer
  }

  function endConflict() {
    if (!conflict) return
    memory.delete(choiceKey(conflict.kind, id))
    if (conflict.kind === 'status') memory.delete(choiceKey('reason', id))
    setConflict(null)
    setSettled({ ...settled, [conflict.kind]: settled[conflict.kind] + 1 })
  }

  return { ...fetched, change, conflict, endConflict, settled }
}

export type ChangeProject = ReturnType<typeof useProject>['change']
