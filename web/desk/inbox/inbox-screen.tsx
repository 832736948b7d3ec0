import { useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Filter } from '../../../desk/filters.ts'
import { MAX_SEARCH_LENGTH } from '../../../desk/limits.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { problemText } from '../app/api-result.ts'
import { queryOf } from '../app/paths.ts'
import { useDesk, useProblem } from '../app/use-desk.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { TransientButton } from '../ui/form-controls.tsx'
import { InboxTabs } from '../ui/inbox-tabs.tsx'
import { Empty, Loading, ProblemNotice } from '../ui/loading-states.tsx'
import { ProjectList } from '../ui/project-list.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { rowAt, useList } from '../ui/use-row.ts'
import { ExportLink } from './export-link.tsx'
import { filterOf } from './filter.ts'
import { FilterForm } from './filter-form.tsx'
import { FirstSteps } from './first-steps.tsx'
import styles from './inbox-screen.module.css'
import { useInbox } from './use-inbox.ts'
import { NONE_YET, resultTextOf } from './wording.ts'

export function InboxScreen() {
  const { role } = useDesk()
  const [search] = useSearchParams()
  const filter = filterOf(search)
  const query = queryOf(filter).toString()
  const isTooLong = (filter.search ?? '').length > MAX_SEARCH_LENGTH
  const inbox = useInbox(filter, !isTooLong)
  const list = inbox.query.data
  // The count stays while another list is loaded.
  const [suspicious, setSuspicious] = useState(0)
  if (list && list.suspicious !== suspicious) setSuspicious(list.suspicious)
  return (
    <>
      <ScreenHead>
        {role === 'owner' && !isTooLong && (
          <Fragment key={query}>
            <ExportLink file="spreadsheet.csv" query={query}>
              Export for spreadsheets
            </ExportLink>
            <ExportLink file="projects.csv" query={query}>
              Export for programs
            </ExportLink>
          </Fragment>
        )}
      </ScreenHead>
      <InboxTabs current="/" suspicious={suspicious} />
      <FilterForm filter={filter} onRepeat={() => isTooLong || inbox.startOver()} />
      {/* Not in the list: a screen reader does not announce a status that appears together with its text. */}
      <p className="unseen" role="status">
        {list && resultTextOf(list, filter)}
      </p>
      {isTooLong ? (
        <div className="problem-notice" role="alert">
          <p>
            <b>This search is too long.</b> Search for {MAX_SEARCH_LENGTH} characters at most; a few words are
            enough.
          </p>
        </div>
      ) : (
        <Listing key={query} filter={filter} inbox={inbox} />
      )}
    </>
  )
}

interface ListingProps {
  readonly filter: Filter
  readonly inbox: ReturnType<typeof useInbox>
}

function Listing({ filter, inbox: { query, startOver, loadMore } }: ListingProps) {
  const { role } = useDesk()
  const projectRows = useList()
  const more = useMutation({ mutationFn: loadMore })
  // A failed "Show more" is reported until the list has been loaded again.
  const moreProblem = more.submittedAt > query.dataUpdatedAt ? more.error?.problem : undefined
  const problem = useProblem(query) ?? moreProblem
  const list = query.data
  if (!list) return problem ? <ProblemNotice problem={problem} onRetry={startOver} /> : <Loading />

  const resultText = resultTextOf(list, filter)
  const { rows, next, newCount } = list
  const projects =
    rows.length > 0 ? (
      <ProjectList projects={rows} label="Projects" list={projectRows} />
    ) : (
      <Empty title={resultText}>
        <p>
          {resultText === NONE_YET ? (
            'The first one appears here as soon as a homeowner submits it.'
          ) : (
            <ShowAll />
          )}
        </p>
      </Empty>
    )
  return (
    <>
      {problem && <ProblemNotice problem={problem} onRetry={startOver} isOutdated />}
      <div className={`on-screen ${styles.arrivals}`} role="status">
        {newCount > 0 && (
          <TransientButton
            className="button tape-yellow small"
            onClick={startOver}
            next={() => rowAt(projectRows, 0)}
          >
            Show {pluralize(newCount, filter.sort ? 'change' : 'new project')}
          </TransientButton>
        )}
      </div>
      {role === 'owner' && queryOf(filter).size === 0 ? (
        <FirstSteps rows={rows}>{projects}</FirstSteps>
      ) : (
        projects
      )}
      <div className="list-foot">
        {next && (
          <TransientButton
            className="button secondary"
            onClick={() => more.isPending || more.mutate(list)}
            aria-disabled={more.isPending}
            next={() => rowAt(projectRows, rows.length)}
          >
            {more.isPending ? 'Loading…' : 'Show more'}
          </TransientButton>
        )}
        {/* Repeated here, because the top of the list may be out of sight. */}
        {problem && <p className="form-problem">{problemText(problem)}</p>}
        {rows.length > 0 && <p>{resultText}</p>}
      </div>
    </>
  )
}

/** The link disappears when it is followed or when a matching project arrives, and then passes the focus on. */
function ShowAll() {
  return (
    <Link className="text-link" to="/" ref={useFocusFallback<HTMLAnchorElement>()}>
      Show all projects
    </Link>
  )
}
