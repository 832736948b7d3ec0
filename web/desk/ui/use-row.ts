import { type RefObject, useLayoutEffect, useRef } from 'react'
import { projectPath } from '../app/paths.ts'
import { useDesk } from '../app/use-desk.ts'
import { useFocusFallback } from './focus.ts'

/** The element whose children are the rows of a list. */
export type ListRef = RefObject<(HTMLUListElement & HTMLOListElement & HTMLTableSectionElement) | null>

export const useList = (): ListRef => useRef(null)

/** A row. Not a link in it, which a key that is still held down would activate. */
export function rowAt({ current: list }: ListRef, index: number): HTMLElement | null {
  const row = list?.children[index]
  return row instanceof HTMLElement ? row : null
}

/** A row gets the focus on the way back from its project. A removed row passes it on to the next one. */
export function useRow<T extends HTMLElement>(projectId?: string): RefObject<T | null> {
  const { rows } = useDesk()
  const row = useFocusFallback<T>(([next, previous]) => next ?? previous)

  // Registers the row with the frame, which moves the focus. A project's first row is used.
  useLayoutEffect(() => {
    const element = row.current
    const path = projectPath(projectId ?? '')
    if (!element || rows.has(path)) return
    rows.set(path, element)
    return () => void rows.delete(path)
  }, [row, rows, projectId])

  return row
}
