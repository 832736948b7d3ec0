import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ProjectDetails } from '../../../desk/api.ts'
import type { Change, Erasure, FactChange } from '../../../desk/requests.ts'
import { type ApiResult, explain, objectWith, orNull } from '../app/api-result.ts'
import { projectPath } from '../app/paths.ts'
import { DESK, unwrap } from '../app/query-client.ts'
import { type Action, useAction, useDesk, useUnmounted } from '../app/use-desk.ts'
import { choiceKey, deleteDrafts } from './use-choice.ts'
import { notErasedText, notSavedText } from './wording.ts'

const shape = objectWith<ProjectDetails>('answers', 'events', 'version')

const keyOf = (id: string) => [DESK, projectPath(':id'), id]

/** One project with its history, and how to change it. `data` is null once the project is erased. */
export function useProject(id: string) {
  const { announce, call, drafts } = useDesk()
  const queryClient = useQueryClient()
  const hasLeft = useUnmounted()
  const [conflict, setConflict] = useState<FactChange | null>(null)
  const saved = useRef<{ [kind in FactChange['kind']]?: Promise<ApiResult<ProjectDetails>> }>({})

  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: async () => unwrap(orNull(await call(`projects/${id}`, { shape }))),
    structuralSharing: newerOf,
  })
  const project = query.data
  const isErased = project === null

  // Removes the drafts of an erased project, which can never be saved.
  useEffect(() => {
    if (isErased) deleteDrafts(drafts, id)
  }, [isErased, drafts, id])

  // Removes the notice when another project is shown.
  useEffect(() => announce(''), [announce])

  /** Sends a change. A conflict is kept until the specialist chooses one of the two values. */
  function send(wanted: Change): Promise<ApiResult<ProjectDetails>> {
    if (!('to' in wanted)) return post(wanted)
    const { kind } = wanted
    // A choice made while the one before is being saved is based on that one.
    saved.current[kind] = Promise.resolve(saved.current[kind]).then((before) =>
      post(before?.ok ? { ...wanted, version: Math.max(wanted.version, before.value.version) } : wanted),
    )
    return saved.current[kind]
  }

  async function post(wanted: Change): Promise<ApiResult<ProjectDetails>> {
    const result = await call(`projects/${id}/events`, { method: 'POST', body: wanted, shape })
    const isConflict = !result.ok && result.problem.kind === 'conflict'
    const current = result.ok ? result.value : isConflict ? result.problem.body : null
    // A late response does not bring an erased project back.
    if (shape(current)) queryClient.setQueryData<ProjectDetails | null>(keyOf(id), (now) => now && current)
    if (result.ok && conflict?.kind === wanted.kind) endConflict()
    if (isConflict && 'to' in wanted) setConflict(wanted)
    return result
  }

  function endConflict() {
    if (!conflict) return
    drafts.delete(choiceKey(conflict.kind, id))
    if (conflict.kind === 'status') drafts.delete(choiceKey('reason', id))
    setConflict(null)
  }

  return { query, conflict, endConflict, change: { send, hasLeft } }
}

/** What every form of a project gets. */
export interface Changing {
  readonly project: ProjectDetails
  readonly change: ReturnType<typeof useProject>['change']
}

/** What a form gets that begins with a choice. */
export interface ChoosingProps extends Changing {
  /** The choice, which gets the focus once it is saved. */
  readonly field: RefObject<HTMLSelectElement | null>
}

/** Messages name the project when the specialist has left it. */
const named = (text: string, { project, change }: Changing) =>
  change.hasLeft.current ? `${project.name}: ${text}` : text

/** A change, and what the notice says about it. */
interface Wanted {
  readonly wanted: Change
  readonly done: string
  /** Why it cannot be sent. */
  readonly refusal?: string
}

export const useChange = (changing: Changing, options: Partial<Action<Wanted, ProjectDetails>> = {}) =>
  useAction({
    send: async ({ wanted, refusal }: Wanted) => (refusal ? explain(refusal) : changing.change.send(wanted)),
    doneText: (_, { done }) => named(done, changing),
    failedText: (problem) => notSavedText(problem),
    about: changing.project.name,
    ...options,
  })

/** Erases the project. */
export function useErase(changing: Changing) {
  const { id, name } = changing.project
  const { call, drafts } = useDesk()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useAction({
    // One that is not found is erased already.
    send: async ({ lastName = '' }: Partial<Erasure>) =>
      orNull(await call(`projects/${id}`, { method: 'DELETE', body: { lastName } satisfies Erasure })),
    doneText: () => named('The project was erased.', changing),
    failedText: notErasedText,
    about: name,
    onDone: () => {
      if (!changing.change.hasLeft.current) navigate('/', { replace: true })
      deleteDrafts(drafts, id)
      queryClient.setQueryData(keyOf(id), null)
      // Lists that are not shown may still hold the project.
      queryClient.removeQueries({ queryKey: [DESK], type: 'inactive' })
    },
  })
}

/** Responses can overtake each other: an older one changes nothing. */
function newerOf(before: unknown, fresh: unknown) {
  // TanStack Query does not pass on the type of the data here.
  const [one, other] = [before, fresh] as [ProjectDetails | null | undefined, ProjectDetails | null]
  return one && other && other.version < one.version ? one : other
}
