import type { Summary } from '../../../desk/api.ts'
import { Budget, EmailState, Flags, StatusBadge, TypeChip, WaitingBadge } from './badges.tsx'
import { ProjectLink } from './project-link.tsx'
import styles from './project-list.module.css'
import { ListTimestamp } from './timestamp.tsx'
import { type ListRef, useRow } from './use-row.ts'
import { useWide } from './use-wide.ts'
import { whoText } from './wording.ts'

/** Projects as a table on a wide screen and as cards on a narrow one. The whole row or card opens the project. */
export function ProjectList(props: ProjectListProps) {
  return useWide() ? (
    <div className={styles.rows}>
      <ProjectTable {...props} />
    </div>
  ) : (
    <ProjectCards {...props} />
  )
}

interface ProjectListProps {
  readonly projects: readonly Summary[]
  readonly label: string
  readonly list: ListRef
}

function ProjectTable({ projects, label, list }: ProjectListProps) {
  return (
    <table className={styles.table}>
      <caption className="unseen">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Homeowner</th>
          <th scope="col">Type</th>
          <th scope="col">Budget</th>
          <th scope="col">Time frame</th>
          <th scope="col">Received</th>
          <th scope="col">
            Waiting <small>business hours</small>
          </th>
          <th scope="col">Status</th>
          <th scope="col">Assigned to</th>
          <th scope="col">Email</th>
        </tr>
      </thead>
      <tbody ref={list}>
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </tbody>
    </table>
  )
}

function ProjectRow({ project }: { project: Summary }) {
  return (
    // The row gets the focus after a project is left, and Chromium does not name it after its cells.
    <tr tabIndex={-1} aria-label={project.name} ref={useRow<HTMLTableRowElement>(project.id)}>
      <th scope="row">
        <Name project={project} />
        <span className={styles.city}>{project.city}</span>
        <Flags project={project} />
      </th>
      <td>
        <TypeChip answer={project.remodelType} />
      </td>
      <td>
        <Budget project={project} />
      </td>
      <td>
        <span className="clamped">{project.timeFrame}</span>
      </td>
      <td>
        <ListTimestamp at={project.createdAt} />
      </td>
      <td>
        <WaitingBadge project={project} />
      </td>
      <td>
        <StatusBadge status={project.status} />
      </td>
      <td className={project.assignee ? undefined : 'hint'}>{whoText(project.assignee)}</td>
      <td>
        <EmailState project={project} />
      </td>
    </tr>
  )
}

function ProjectCards({ projects, label, list }: ProjectListProps) {
  return (
    <ul className={styles.cards} aria-label={label} ref={list}>
      {projects.map((project) => (
        <ProjectCard key={project.id} project={project} />
      ))}
    </ul>
  )
}

function ProjectCard({ project }: { project: Summary }) {
  return (
    <li className="box" tabIndex={-1} ref={useRow<HTMLLIElement>(project.id)}>
      <div className={styles.head}>
        <h2>
          <Name project={project} />
        </h2>
        <TypeChip answer={project.remodelType} />
      </div>
      <p className={styles.line}>
        <WaitingBadge project={project} />
        <StatusBadge status={project.status} />
      </p>
      <Budget project={project} />
      <p className={`clamped ${styles.city}`}>
        {[project.city, project.timeFrame].filter(Boolean).join(' · ')}
      </p>
      <p className={styles.foot}>
        <ListTimestamp at={project.createdAt} />
        <span>{project.assignee?.name ?? 'Unassigned'}</span>
        <span>
          Email <EmailState project={project} />
        </span>
      </p>
      <Flags project={project} />
    </li>
  )
}

const Name = ({ project: { id, name } }: { project: Summary }) => <ProjectLink id={id}>{name}</ProjectLink>
