import { type RefObject, useLayoutEffect, useRef } from 'react'
import { projectPath } from '../app/paths.ts'
import { useDesk } from '../app/use-desk.ts'
import { useFocusFallback } from './focus.ts'

/** The element whose children are the rows of a list. */
type ListRef = RefObject<(HTMLUListElement & HTMLOListElement & HTMLTableSectionElement) | null>

export const useList = (): ListRef => useRef(null)

/** A row, or the last one. Not a link in it, which a key that is still held down would activate. */
export function rowAt({ current: list }: ListRef, index: number): HTMLElement | null {
  const row = list?.children[index] ?? list?.lastElementChild
  return row instanceof HTMLElement ? row : null
}

/** A row gets the focus on the way back from its project. A removed row passes it on to the one in its place. */
export function useRow<T extends HTMLElement>(
  list: ListRef,
  index: number,
  projectId?: string,
): RefObject<T | null> {
  const { rows } = useDesk()
  const row = useFocusFallback<T>(() => rowAt(list, index))

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
