import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Filter, Inbox, ProjectFile, Summary } from '../../desk/api.ts'
import { queryOf } from './address.ts'
import type { Problem } from './call-api.ts'
import { idsOf, newlyFound } from './newly-found.ts'
import { useChanges } from './use-changes.ts'
import { useDesk } from './use-desk.ts'
import { useMinutes } from './use-minutes.ts'

/** The pages shown so far, and where each of them began. */
export interface Listed {
  readonly rows: readonly Summary[]
  readonly next: string | null
  readonly cursors: readonly string[]
  readonly isIncomplete: boolean
}

/**
 * The projects a filter finds, page by page. What changes elsewhere changes here in its place; what is new
 * is only counted until somebody asks to see it, so that the list never moves under a reader; an empty list
 * shows it by itself.
 */
export function useInbox(filter: Filter) {
  const { memory, call } = useDesk()
  const key = listKey(filter)
  // Only this hook writes under such a key.
  const [listed, setListed] = useState(() => memory.get(key) as Listed | undefined)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  // As it is now, for what was asked for while an older one was shown.
  const latest = useRef(listed)
  // What is told while the first page is on its way: that page may know of it, or may not.
  const early = useRef<string[] | null>(null)

  const ask = async <T>(path: string): Promise<T | undefined> => {
    const answer = await call<T>(path)
    return answer.ok ? answer.value : void setProblem(answer.problem)
  }

  const show = (fresh: Listed) => {
    memory.set(key, fresh)
    latest.current = fresh
    setListed(fresh)
  }

  const pageFrom = (cursor: string, sort = filter.sort) =>
    `projects?${queryOf({ ...filter, ...(sort && { sort }), cursor })}`

  const start = async () => {
    setBusy(true)
    const told: string[] = []
    early.current = told
    const page = await ask<Inbox>(pageFrom(''))
    // It was asked for once more, and that answer is newer.
    if (early.current !== told) return
    early.current = null
    if (page) {
      setProblem(null)
      show({
        rows: page.projects,
        next: page.next,
        cursors: [''],
        isIncomplete: page.isIncomplete ?? false,
      })
      setUnseen(new Set())
    }
    setBusy(false)
    if (told.length > 0) await follow(told)
  }

  const showMore = async () => {
    const before = latest.current
    if (!before?.next || isBusy) return
    setBusy(true)
    setProblem(null)
    const page = await ask<Inbox>(pageFrom(before.next))
    const now = latest.current
    // Unless the list was begun anew meanwhile, and this page is of the one before.
    if (page && now?.cursors === before.cursors) {
      const known = idsOf(now.rows)
      show({
        rows: [...now.rows, ...page.projects.filter(({ id }) => !known.has(id))],
        next: page.next,
        cursors: [...before.cursors, before.next],
        // The pages above are as they were.
        isIncomplete: now.isIncomplete || (page.isIncomplete ?? false),
      })
    }
    setBusy(false)
  }

  /** Answers can overtake each other: an older one changes nothing. */
  const update = (fresh: readonly Summary[]) => {
    const byId = new Map(fresh.map((row) => [row.id, row]))
    change((rows) =>
      rows.map((row) => {
        const asked = byId.get(row.id)
        return !asked || asked.version < row.version ? row : asked
      }),
    )
  }

  const change = (changed: (rows: readonly Summary[]) => readonly Summary[]) => {
    const before = latest.current
    if (before) show({ ...before, rows: changed(before.rows) })
  }

  /** A project by itself; one that was erased leaves the list. */
  const refreshOne = async (id: string) => {
    const answer = await call<ProjectFile>(`projects/${id}`)
    if (answer.ok) update([answer.value])
    else if (answer.problem.kind === 'not found') change((rows) => rows.filter((row) => row.id !== id))
    else setProblem(answer.problem)
  }

  const refresh = async () => {
    const before = latest.current
    if (!before) return
    const found = new Set<string>()
    for (const cursor of before.cursors) {
      const page = await ask<Inbox>(pageFrom(cursor))
      if (!page) return
      setProblem(null)
      // What was missing may belong anywhere between the rows, and nobody would ask for it any more.
      if (before.isIncomplete && !page.isIncomplete) return start()
      update(page.projects)
      for (const { id } of page.projects) found.add(id)
    }
    // The filter no longer finds them where they are shown, or they are erased.
    for (const { id } of before.rows) if (!found.has(id)) await refreshOne(id)
  }

  const follow = async (ids: readonly string[]) => {
    if (early.current) return void early.current.push(...ids)
    if (!latest.current) return start()
    const known = idsOf(latest.current.rows)
    const isAll = ids.includes('all')
    const changed = [...new Set(ids)].filter((id) => known.has(id))
    if (isAll || changed.length > 5) await refresh()
    else {
      for (const id of changed) await refreshOne(id)
    }
    if (ids.some((id) => !known.has(id))) await count(ids)
  }

  /** Counts what a list does not show yet: those of the given ids that the filter finds, or with `all` whatever came. */
  const count = async (ids: readonly string[]) => {
    const page = await ask<Inbox>(pageFrom('', 'newest'))
    // As it is now: somebody may have asked to see them meanwhile.
    const now = latest.current
    if (!page || !now) return
    const isTold = (id: string) => ids.includes(id) || ids.includes('all')
    const found = idsOf(page.projects)
    const fresh = [...idsOf(newlyFound(page.projects, now, filter.sort))].filter(isTold)
    // Where nothing is listed nothing moves under a reader, and the words there promise it.
    if (now.rows.length === 0 && fresh.length > 0) return start()
    setUnseen((counted) => {
      const unseen = new Set([...counted, ...fresh])
      // Some may be erased, or found no more, which shows as long as one page has room for all of them.
      if (!page.next || unseen.size <= found.size)
        for (const id of unseen) if (isTold(id) && !found.has(id)) unseen.delete(id)
      return unseen
    })
  }

  useChanges((what) => what !== 'deliveries', follow)

  const lookAgain = useEffectEvent(() => void follow(['all']))
  // Follows the server: what came while another place was shown is found.
  useEffect(() => lookAgain(), [])
  // So is what was told to nobody.
  useMinutes(() => void follow(['all']))

  return { listed, problem, isBusy, unseen: unseen.size, start, showMore }
}

/** Under which the memory holds what a filter found. */
export const listKey = (filter: Filter) => `inbox ${queryOf(filter)}`
