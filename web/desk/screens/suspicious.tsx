import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SuspiciousProject, SuspiciousProjects } from '../../../desk/api.ts'
import { formatNumber, pluralize } from '../../../desk/pluralize.ts'
import type { Selection } from '../../../desk/requests.ts'
import { Heading } from '../../ui/heading.tsx'
import { DESK } from '../api/query-client.ts'
import { useApi } from '../api/use-api.ts'
import { TransientButton } from '../parts/form-controls.tsx'
import { InboxTabs } from '../parts/inbox-tabs.tsx'
import { Empty, QueryView } from '../parts/loading-states.tsx'
import { ProjectLink } from '../parts/project-link.tsx'
import { ListTimestamp } from '../parts/timestamp.tsx'
import { problemText } from '../problem-text.ts'
import { SUSPICIOUS } from '../routes.ts'
import { useDesk } from '../use-desk.ts'

/** Projects that look like spam, to be released to the inbox or deleted. */
export function Suspicious() {
  const { role } = useDesk()
  const suspicious = useApi<SuspiciousProjects>('suspicious')
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Suspicious</Heading>
        <p className="hint">
          These look like spam and were not e-mailed. Release the real ones
          {role === 'owner' && ', delete the rest'}.
        </p>
      </div>
      <InboxTabs current={SUSPICIOUS} />
      <QueryView query={suspicious}>
        {({ count, projects }) =>
          projects.length === 0 ? (
            <Empty title="Nothing suspicious">
              <p>A project that looks like spam waits here instead of the inbox.</p>
            </Empty>
          ) : (
            <SuspiciousList count={count} projects={projects} onChanged={suspicious.refetch} />
          )
        }
      </QueryView>
    </div>
  )
}

interface SuspiciousListProps extends SuspiciousProjects {
  readonly onChanged: () => Promise<unknown>
}

function SuspiciousList({ count, projects, onChanged }: SuspiciousListProps) {
  const { announce, call, role } = useDesk()
  const queryClient = useQueryClient()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<'release' | 'erase' | null>(null)
  const [problem, setProblem] = useState('')
  // Without those that a colleague has released or deleted.
  const ids = projects.map(({ id }) => id).filter((id) => marked.has(id))
  const isAll = ids.length === projects.length
  const chosen = ids.length > 0 ? ` ${formatNumber(ids.length)}` : ''

  async function send(action: 'release' | 'erase', done: string) {
    setBusy(action)
    setProblem('')
    const result = await call(`suspicious/${action}`, { method: 'POST', body: { ids } satisfies Selection })
    setBusy(null)
    if (!result.ok) return setProblem(`Nothing was changed. ${problemText(result.problem)}`)
    announce(`${pluralize(ids.length, 'project')} ${done}`)
    setMarked(new Set())
    // A cached inbox would only count the released projects until it is asked for them.
    queryClient.removeQueries({ queryKey: [DESK, 'inbox'] })
    await onChanged()
  }

  function toggle(id: string) {
    setMarked(new Set(marked.has(id) ? ids.filter((one) => one !== id) : [...ids, id]))
  }

  function release() {
    if (busy === null && ids.length > 0) void send('release', 'released. The e-mails are being sent.')
  }

  function erase() {
    const question = `Delete ${pluralize(ids.length, 'project')} for good? This cannot be undone.`
    if (busy === null && ids.length > 0 && confirm(question)) void send('erase', 'deleted.')
  }

  return (
    <>
      <div className="selection">
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
          onClick={release}
          aria-disabled={busy !== null || ids.length === 0}
        >
          {busy === 'release' ? 'Releasing…' : `Release${chosen}`}
        </TransientButton>
        {role === 'owner' && (
          <TransientButton
            className="button danger small"
            onClick={erase}
            aria-disabled={busy !== null || ids.length === 0}
          >
            {busy === 'erase' ? 'Deleting…' : `Delete${chosen}`}
          </TransientButton>
        )}
        <p className="unseen" role="status">
          {formatNumber(ids.length)} selected
        </p>
      </div>
      <p className="form-trouble" role="alert">
        {problem}
      </p>
      <ul className="deliveries suspicious" aria-label="Suspicious projects">
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
    <li tabIndex={-1} data-marked={isMarked || undefined}>
      <label className="check">
        <input type="checkbox" checked={isMarked} onChange={onToggle} />
        <span className="unseen">Select {name}</span>
      </label>
      <div>
        <h2>
          <ProjectLink className="name" id={id}>
            {name}
          </ProjectLink>
        </h2>
        <p>{reason}</p>
        <p className="city">
          <span>{email}</span> <span>{city}</span>
        </p>
      </div>
      <ListTimestamp at={createdAt} />
    </li>
  )
}
