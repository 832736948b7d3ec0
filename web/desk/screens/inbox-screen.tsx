import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Filter } from '../../../desk/filters.ts'
import { MAX_SEARCH_LENGTH } from '../../../desk/limits.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { Heading } from '../../ui/heading.tsx'
import { type InboxList, useInbox } from '../api/use-inbox.ts'
import { useFocusFallback } from '../focus.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { FilterForm } from '../parts/filter-form.tsx'
import { TransientButton } from '../parts/form-controls.tsx'
import { InboxTabs } from '../parts/inbox-tabs.tsx'
import { Empty, Loading, ProblemNotice } from '../parts/loading-states.tsx'
import { ProjectList, projectAt } from '../parts/project-list.tsx'
import { problemText } from '../problem-text.ts'
import { filterOf, queryOf } from '../routes.ts'
import { useDesk } from '../use-desk.ts'
import { shownText } from '../wording.ts'

export function InboxScreen() {
  const { role } = useDesk()
  const [search] = useSearchParams()
  const filter = filterOf(search)
  const query = queryOf(filter).toString()
  const isTooLong = (filter.search ?? '').length > MAX_SEARCH_LENGTH
  const [resultText, setResultText] = useState('')
  const reloadList = useRef<() => void>(undefined)
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Inbox</Heading>
        {role === 'owner' && !isTooLong && <ExportLink key={query} query={query} />}
      </div>
      <InboxTabs current="/" />
      <FilterForm filter={filter} onRepeat={() => reloadList.current?.()} />
      <p className="unseen" role="status">
        {resultText}
      </p>
      {isTooLong ? (
        <div className="trouble" role="alert">
          <p>
            <b>This search is too long.</b> Search for {MAX_SEARCH_LENGTH} characters at most; a few words are
            enough.
          </p>
        </div>
      ) : (
        <Listing key={query} filter={filter} onResult={setResultText} reloadRef={reloadList} />
      )}
    </div>
  )
}

interface ListingProps {
  readonly filter: Filter
  readonly onResult: (text: string) => void
  /** The list sets it to a function that loads the list again. */
  readonly reloadRef: RefObject<(() => void) | undefined>
}

function Listing({ filter, onResult, reloadRef }: ListingProps) {
  const { list, problem, isLoadingMore, startOver, showMore } = useInbox(filter)
  const resultText = list ? resultTextOf(list, filter) : ''

  // Synchronizes the status line with the list. The line belongs to the screen, because a screen reader does not
  // announce a status that appears together with its text.
  useEffect(() => {
    onResult(resultText)
    return () => onResult('')
  }, [resultText, onResult])

  // Synchronizes the form with the list, which is a new one for each filter.
  useEffect(() => {
    reloadRef.current = startOver
  })

  if (!list) return problem ? <ProblemNotice problem={problem} onRetry={startOver} /> : <Loading />

  const { rows, next, newCount } = list
  return (
    <>
      {problem && <ProblemNotice problem={problem} onRetry={startOver} isOutdated />}
      <div className="arrivals" role="status">
        {newCount > 0 && (
          <TransientButton className="button tape-yellow small" onClick={startOver} next={() => projectAt(0)}>
            {pluralize(newCount, filter.sort ? 'change' : 'new project')} – show
          </TransientButton>
        )}
      </div>
      {rows.length === 0 ? (
        <Empty title={resultText}>
          <p>
            {resultText === NONE_YET ? (
              'The first one appears here as soon as a homeowner submits it.'
            ) : (
              <ShowAll />
            )}
          </p>
        </Empty>
      ) : (
        <ProjectList projects={rows} label="Projects" />
      )}
      <div className="list-foot">
        {next && (
          <TransientButton
            className="button secondary"
            onClick={showMore}
            aria-disabled={isLoadingMore}
            next={() => projectAt(rows.length)}
          >
            {isLoadingMore ? 'Loading…' : 'Show more'}
          </TransientButton>
        )}
        {/* Repeated here, because the top of the list may be out of sight. */}
        {problem && <p className="form-trouble">{problemText(problem)}</p>}
        {rows.length > 0 && <p>{resultText}</p>}
      </div>
    </>
  )
}

const NONE_YET = 'No projects yet'

function resultTextOf({ rows, next }: InboxList, { sort: _, ...wanted }: Filter): string {
  if (rows.length > 0) return shownText(rows.length, !next)
  const { from = '', to = '' } = wanted
  if (to && from > to) return '“Received from” is later than “Received until”'
  return queryOf(wanted).size === 0 ? NONE_YET : 'Nothing matches'
}

/** The link disappears when it is followed or when a matching project arrives, and then passes the focus on. */
function ShowAll() {
  return (
    <Link className="text-link" to="/" ref={useFocusFallback<HTMLAnchorElement>()}>
      Show all projects
    </Link>
  )
}
