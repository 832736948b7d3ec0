import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { projectPath } from '../app/paths.ts'
import styles from './project-link.module.css'

interface ProjectLinkProps {
  readonly id: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A link to a project. The history entry stores the list it was opened from, for the way back. */
export function ProjectLink({ id, className = styles.name, children }: ProjectLinkProps) {
  const list = useListPath()
  return (
    <Link className={className} to={projectPath(id)} state={{ list }}>
      {children}
    </Link>
  )
}

/** The path and query of the current screen; on a project those of the list it was opened from. */
export function useListPath(): string {
  const { pathname, search, state } = useLocation()
  if (!pathname.startsWith(projectPath(''))) return pathname + search
  // On the path of a project only `ProjectLink` sets a state.
  return (state as { readonly list: string } | null)?.list ?? '/'
}
