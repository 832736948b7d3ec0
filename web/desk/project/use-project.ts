import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ProjectDetails } from '../../../desk/api.ts'
import type { Change, Erasure } from '../../../desk/requests.ts'
import type { ApiResult } from '../app/api-result.ts'
import { projectPath } from '../app/paths.ts'
import { DESK, unwrap } from '../app/query-client.ts'
import { useDesk } from '../app/use-desk.ts'
import { useUnmounted } from '../app/use-unmounted.ts'
import { type ChosenChange, choiceKey } from './use-drafts.ts'
import { notErasedText, notSavedText } from './wording.ts'

/** Changes on their way to the server, by project and content. */
const sending = new Map<string, Promise<ApiResult<ProjectDetails>>>()

/** One project with its history, and what can be done to it. `data` is null once the project is erased. */
export function useProject(id: string) {
  const { announce, call, showError, drafts } = useDesk()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isUnmounted = useUnmounted()
  const [conflict, setConflict] = useState<ChosenChange | null>(null)
  // How many conflicts of each kind have ended; the form of that kind is then reset.
  const [endedConflicts, setEndedConflicts] = useState({ status: 0, assigned: 0 })
  const saved = useRef<{ [kind in ChosenChange['kind']]?: Promise<ApiResult<ProjectDetails>> }>({})

  const queryKey = [DESK, projectPath(':id'), id]
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const result = await call<ProjectDetails>(`projects/${id}`)
      return !result.ok && result.problem.kind === 'not found' ? null : unwrap(result)
    },
    structuralSharing: newerOf,
  })
  const project = query.data
  const isErased = project === null

  /** A late response does not bring an erased project back. */
  const show = (fresh: ProjectDetails) =>
    queryClient.setQueryData<ProjectDetails | null>(queryKey, (now) => now && fresh)

  const deleteDrafts = () => {
    for (const key of drafts.keys()) if (key.endsWith(id)) drafts.delete(key)
  }

  // Synchronizes the drafts with the project: those of an erased one can never be saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the erasure matters
  useEffect(() => {
    if (isErased) deleteDrafts()
  }, [isErased])

  // Synchronizes the notice with the project: a notice about another one would be misread.
  useEffect(() => announce(''), [announce])

  /** Messages name the project when the specialist has left it. */
  const named = (text: string) => (isUnmounted.current && project ? `${project.name}: ${text}` : text)

  /** Sends a change and announces `done`. A conflict is kept until the specialist chooses one of the two values. */
  function change(wanted: Change, done: string): Promise<ApiResult<ProjectDetails>> {
    if (!('to' in wanted)) return sendOnce(wanted, done)
    const { kind } = wanted
    // A choice made while the one before is being saved is based on that one.
    saved.current[kind] = Promise.resolve(saved.current[kind]).then((before) =>
      send(
        before?.ok ? { ...wanted, version: Math.max(wanted.version, before.value.version) } : wanted,
        done,
      ),
    )
    return saved.current[kind]
  }

  /** The specialist may leave and come back while a change is on its way, and then send the same again. */
  function sendOnce(wanted: Change, done: string): Promise<ApiResult<ProjectDetails>> {
    const key = `${id} ${JSON.stringify(wanted)}`
    const sent = sending.get(key) ?? send(wanted, done).finally(() => sending.delete(key))
    sending.set(key, sent)
    return sent
  }

  async function send(wanted: Change, done: string): Promise<ApiResult<ProjectDetails>> {
    announce('')
    const result = await call<ProjectDetails>(`projects/${id}/events`, { method: 'POST', body: wanted })
    if (result.ok) {
      show(result.value)
      if (conflict?.kind === wanted.kind) endConflict()
      announce(named(done))
      return result
    }
    if (result.problem.kind === 'conflict') {
      // By contract the body of a conflict is the current project.
      show(result.problem.body as ProjectDetails)
      if ('to' in wanted) setConflict(wanted)
    }
    if (isUnmounted.current) showError(named(notSavedText(result.problem)))
    return result
  }

  function endConflict() {
    if (!conflict) return
    drafts.delete(choiceKey(conflict.kind, id))
    if (conflict.kind === 'status') drafts.delete(choiceKey('reason', id))
    setConflict(null)
    setEndedConflicts({ ...endedConflicts, [conflict.kind]: endedConflicts[conflict.kind] + 1 })
  }

  /** Returns why the project was not erased, or '' when it was. */
  async function erase(lastName: string): Promise<string> {
    const body: Erasure = { lastName }
    const result = await call(`projects/${id}`, { method: 'DELETE', body })
    if (!result.ok && result.problem.kind !== 'not found') {
      const text = notErasedText(result.problem)
      if (isUnmounted.current) showError(named(text))
      return text
    }
    announce(named('The project is erased.'))
    if (!isUnmounted.current) navigate('/', { replace: true })
    deleteDrafts()
    queryClient.setQueryData(queryKey, null)
    // Lists that are not shown may still hold the project.
    queryClient.removeQueries({ queryKey: [DESK], type: 'inactive' })
    return ''
  }

  return { query, change, conflict, endConflict, endedConflicts, erase }
}

export type ChangeProject = ReturnType<typeof useProject>['change']

/** Responses can overtake each other: an older one changes nothing. */
function newerOf(before: unknown, fresh: unknown) {
  // TanStack Query does not pass on the type of the data here.
  const [one, other] = [before, fresh] as [ProjectDetails | null | undefined, ProjectDetails | null]
  return one && other && other.version < one.version ? one : other
}
