import { useCallback, useEffect, useRef, useState } from 'react'
import type { Filter, Inbox, ProjectFile, Summary } from '../../desk/api.ts'
import { queryOf } from './address.ts'
import { callApi, type Problem } from './call-api.ts'
import { newlyFound } from './newly-found.ts'
import { useDesk } from './session.ts'
import { useChanges } from './use-changes.ts'

/** The pages shown so far, and where each of them began. */
export interface Listed {
  readonly rows: readonly Summary[]
  readonly next: string | null
  readonly cursors: readonly string[]
  readonly isIncomplete: boolean
}

const EVERY_MINUTE = 60_000

/**
 * The projects a filter finds, page by page. What changes elsewhere changes here in its place; what is new
 * is only counted until somebody asks to see it, so that the list never moves under a reader.
 */
export function useInbox(filter: Filter) {
  const { memory, onSignedOut } = useDesk()
  const key = `inbox ${queryOf(filter)}`
  // Only this hook writes under such a key.
  const [listed, setListed] = useState(() => memory.get(key) as Listed | undefined)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(listed)
  latest.current = listed

  const report = (trouble: Problem) => (trouble.kind === 'signed out' ? onSignedOut() : setProblem(trouble))

  const ask = async <T>(path: string): Promise<T | undefined> => {
    const answer = await callApi<T>(path)
    return answer.ok ? answer.value : void report(answer.problem)
  }

  const show = useCallback(
    (fresh: Listed) => {
      memory.set(key, fresh)
      setListed(fresh)
    },
    [memory, key],
  )

  const pageFrom = (cursor: string, sort = filter.sort) =>
    `projects?${queryOf({ ...filter, ...(sort && { sort }), ...(cursor && { cursor }) })}`

  const start = async () => {
    setBusy(true)
    setProblem(null)
    const page = await ask<Inbox>(pageFrom(''))
    if (page) {
      show({
        rows: page.projects,
        next: page.next,
        cursors: [''],
        isIncomplete: page.isIncomplete ?? false,
      })
      setUnseen(new Set())
    }
    setBusy(false)
  }

  const showMore = async () => {
    const before = latest.current
    if (!before?.next || isBusy) return
    setBusy(true)
    setProblem(null)
    const page = await ask<Inbox>(pageFrom(before.next))
    if (page) {
      const known = new Set(before.rows.map(({ id }) => id))
      show({
        rows: [...before.rows, ...page.projects.filter(({ id }) => !known.has(id))],
        next: page.next,
        cursors: [...before.cursors, before.next],
        isIncomplete: page.isIncomplete ?? false,
      })
    }
    setBusy(false)
  }

  const update = (fresh: readonly Summary[]) => {
    const byId = new Map(fresh.map((row) => [row.id, row]))
    change((rows) => rows.map((row) => byId.get(row.id) ?? row))
  }

  const change = (changed: (rows: readonly Summary[]) => readonly Summary[]) => {
    const before = latest.current
    if (before) show({ ...before, rows: changed(before.rows) })
  }

  /** A project by itself; one that was erased leaves the list. */
  const refreshOne = async (id: string) => {
    const answer = await callApi<ProjectFile>(`projects/${id}`)
    if (answer.ok) update([answer.value])
    else if (answer.problem.kind === 'not found') change((rows) => rows.filter((row) => row.id !== id))
    else report(answer.problem)
  }

  const refresh = async () => {
    if (document.hidden || !latest.current) return
    const found = new Set<string>()
    for (const cursor of latest.current.cursors) {
      const page = await ask<Inbox>(pageFrom(cursor))
      if (!page) return
      setProblem(null)
      update(page.projects)
      for (const { id } of page.projects) found.add(id)
    }
    // The filter no longer finds them where they are shown, or they are erased.
    for (const { id } of latest.current.rows) if (!found.has(id)) await refreshOne(id)
  }

  const follow = async (ids: readonly string[]) => {
    const before = latest.current
    if (!before) return
    const known = new Set(before.rows.map(({ id }) => id))
    const isAll = ids.includes('all')
    const changed = [...new Set(ids)].filter((id) => known.has(id))
    if (isAll || changed.length > 5) await refresh()
    else {
      for (const id of changed) await refreshOne(id)
    }
    if (!ids.some((id) => !known.has(id))) return
    const page = await ask<Inbox>(pageFrom('', 'newest'))
    if (!page) return
    const found = page.projects.map(({ id }) => id)
    const told = found.filter((id) => !known.has(id) && ids.includes(id))
    const came = isAll ? newlyFound(page.projects, before, filter.sort).map(({ id }) => id) : []
    setUnseen((counted) => {
      const unseen = [...new Set([...counted, ...told, ...came])]
      // Some may have been erased, which shows as long as one page has room for all of them.
      const isShown = isAll && unseen.length <= found.length
      return new Set(isShown ? unseen.filter((id) => found.includes(id)) : unseen)
    })
  }

  useChanges((what) => what !== 'deliveries', follow)

  const steps = useRef({ start, refresh })
  steps.current = { start, refresh }
  // Follows the server and the clock: the waiting goes on while nobody does anything.
  useEffect(() => {
    if (latest.current) void steps.current.refresh()
    else void steps.current.start()
    const clock = setInterval(() => void steps.current.refresh(), EVERY_MINUTE)
    return () => clearInterval(clock)
  }, [])

  return { listed, problem, isBusy, unseen: unseen.size, start, showMore }
}
