import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SuspiciousProject, SuspiciousProjects } from '../../../desk/api.ts'
import { formatNumber, pluralize } from '../../../desk/pluralize.ts'
import type { Selection } from '../../../desk/requests.ts'
import { objectWith } from '../app/api-result.ts'
import { SUSPICIOUS } from '../app/paths.ts'
import { DESK } from '../app/query-client.ts'
import { apiQuery, useAction, useApi, useDesk } from '../app/use-desk.ts'
import { FormProblem, TransientButton } from '../ui/form-controls.tsx'
import { InboxTabs } from '../ui/inbox-tabs.tsx'
import { Empty, QueryView } from '../ui/loading-states.tsx'
import { ProjectLink } from '../ui/project-link.tsx'
import rows from '../ui/rows.module.css'
import { ScreenHead } from '../ui/screen-head.tsx'
import { ListTimestamp } from '../ui/timestamp.tsx'
import { useRow } from '../ui/use-row.ts'
import styles from './suspicious.module.css'

const shape = objectWith<SuspiciousProjects>('count', 'projects')
const suspiciousQuery = apiQuery('suspicious', shape, SUSPICIOUS)

/** Projects that look like spam, to be released to the inbox or erased. */
export function Suspicious() {
  const { role } = useDesk()
  const suspicious = useApi(suspiciousQuery)
  return (
    <>
      <ScreenHead
        hint={
          <>
            These look like spam, so they were not emailed. Release the real ones
            {role === 'owner' && ', and erase the rest'}.
          </>
        }
      />
      <InboxTabs current={SUSPICIOUS} suspicious={suspicious.data?.count ?? 0} />
      <QueryView query={suspicious}>
        {({ count, projects }) =>
          projects.length === 0 ? (
            <Empty title="Nothing suspicious">
              <p>Projects that look like spam appear here instead of in the inbox.</p>
            </Empty>
          ) : (
            <SuspiciousList count={count} projects={projects} />
          )
        }
      </QueryView>
    </>
  )
}

function SuspiciousList({ count, projects }: SuspiciousProjects) {
  const { call, role } = useDesk()
  const queryClient = useQueryClient()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  // Without those that a colleague has released or erased.
  const ids = projects.map(({ id }) => id).filter((id) => marked.has(id))
  const isAll = ids.length === projects.length
  const chosen = ids.length > 0 ? ` ${formatNumber(ids.length)}` : ''
  const named = pluralize(ids.length, 'project')

  const send = useAction({
    questionFor: (action: 'release' | 'erase') =>
      action === 'erase'
        ? { title: `Erase ${named} permanently?`, text: 'This cannot be undone.', yes: 'Erase' }
        : undefined,
    send: (action) => call(`suspicious/${action}`, { method: 'POST', body: { ids } satisfies Selection }),
    doneText: (_, action) =>
      `${named} ${action === 'erase' ? 'erased.' : 'released. The emails are being sent.'}`,
    onDone: () => {
      setMarked(new Set())
      // A cached inbox would only count the released projects until it is asked for them.
      queryClient.removeQueries({ queryKey: [DESK, '/'] })
    },
    refreshes: suspiciousQuery,
  })
  const isOff = send.isBusy || ids.length === 0

  function toggle(id: string) {
    setMarked(new Set(marked.has(id) ? ids.filter((one) => one !== id) : [...ids, id]))
  }

  return (
    <>
      <div className={styles.selection}>
        <label className="check">
          <input
            type="checkbox"
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = ids.length > 0 && !isAll
            }}
            onChange={() => setMarked(new Set(isAll ? [] : projects.map(({ id }) => id)))}
          />
          Select all
        </label>
        <TransientButton
          className="button primary small"
          onClick={() => isOff || send.run('release')}
          aria-disabled={isOff}
        >
          {send.pending === 'release' ? 'Releasing…' : `Release${chosen}`}
        </TransientButton>
        {role === 'owner' && (
          <TransientButton
            className="button danger small"
            onClick={() => isOff || send.run('erase')}
            aria-disabled={isOff}
          >
            {send.pending === 'erase' ? 'Erasing…' : `Erase${chosen}`}
          </TransientButton>
        )}
        <p className="unseen" role="status">
          {formatNumber(ids.length)} selected
        </p>
      </div>
      <FormProblem>{send.problem}</FormProblem>
      <ul className={`${rows.list} ${styles.list}`} aria-label="Suspicious projects">
        {projects.map((project) => (
          <SuspiciousRow
            key={project.id}
            project={project}
            isMarked={marked.has(project.id)}
            onToggle={() => toggle(project.id)}
          />
        ))}
      </ul>
      {count > projects.length && (
        <p className="list-foot">
          The newest {formatNumber(projects.length)} of {formatNumber(count)} are listed.
        </p>
      )}
    </>
  )
}

interface SuspiciousRowProps {
  readonly project: SuspiciousProject
  readonly isMarked: boolean
  readonly onToggle: () => void
}

function SuspiciousRow({ project, isMarked, onToggle }: SuspiciousRowProps) {
  const { id, name, email, city, reason, createdAt } = project
  return (
    <li className="box" tabIndex={-1} data-marked={isMarked || undefined} ref={useRow<HTMLLIElement>(id)}>
      <label className="check">
        <input type="checkbox" checked={isMarked} onChange={onToggle} />
        <span className="unseen">Select {name}</span>
      </label>
      <div>
        <h2>
          <ProjectLink id={id}>{name}</ProjectLink>
        </h2>
        <p>{reason}</p>
        <p className={styles.city}>
          <span>{email}</span> <span>{city}</span>
        </p>
      </div>
      <ListTimestamp at={createdAt} />
    </li>
  )
}
