import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Filter } from '../../../desk/api.ts'
import { MAX_SEARCH_LENGTH } from '../../../desk/limits.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { Heading } from '../../ui/heading.tsx'
import { type InboxList, useInbox } from '../api/use-inbox.ts'
import { useFocusFallback } from '../focus.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { FilterForm } from '../parts/filter-form.tsx'
import { TransientButton } from '../parts/form-controls.tsx'
import { Empty, Loading, ProblemNotice } from '../parts/loading-states.tsx'
import { ProjectList, projectAt } from '../parts/project-list.tsx'
import { problemText } from '../problem-text.ts'
import { filterOf, queryOf } from '../routes.ts'
import { shownText } from '../wording.ts'

export function InboxScreen() {
  const [search] = useSearchParams()
  const filter = filterOf(search)
  const query = queryOf(filter).toString()
  const isTooLong = (filter.search ?? '').length > MAX_SEARCH_LENGTH
  const [found, setFound] = useState('')
  const repeat = useRef<() => void>(undefined)
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Inbox</Heading>
        {!isTooLong && <ExportLink key={query} query={query} />}
      </div>
      <FilterForm filter={filter} onRepeat={() => repeat.current?.()} />
      <p className="unseen" role="status">
        {found}
      </p>
      {isTooLong ? (
        <div className="trouble" role="alert">
          <p>
            <b>This search is too long.</b> Search for {MAX_SEARCH_LENGTH} characters at most; a few words are
            enough.
          </p>
        </div>
      ) : (
        <Listing key={query} filter={filter} onFound={setFound} repeat={repeat} />
      )}
    </div>
  )
}

interface ListingProps {
  readonly filter: Filter
  readonly onFound: (words: string) => void
  /** Set to what loads the list again. */
  readonly repeat: RefObject<(() => void) | undefined>
}

function Listing({ filter, onFound, repeat }: ListingProps) {
  const { list, problem, isLoadingMore, startOver, showMore } = useInbox(filter)
  const words = list ? foundText(list, filter) : ''

  // Synchronizes the status line with the list. It outlives the list: a status that appears with its words is not
  // read out.
  useEffect(() => {
    onFound(words)
    return () => onFound('')
  }, [words, onFound])

  // Synchronizes the form with the list.
  useEffect(() => {
    repeat.current = startOver
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
        <Empty title={words}>
          <p>
            {words === NONE_YET ? (
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
        {rows.length > 0 && <p>{words}</p>}
      </div>
    </>
  )
}

const NONE_YET = 'No projects yet'

function foundText({ rows, next }: InboxList, { sort: _, ...wanted }: Filter): string {
  if (rows.length > 0) return shownText(rows.length, !next)
  const { from = '', to = '' } = wanted
  if (to && from > to) return 'Received from is after Received until'
  return queryOf(wanted).size === 0 ? NONE_YET : 'Nothing matches'
}

/** Disappears when it is followed, and when a matching project arrives. */
function ShowAll() {
  return (
    <Link className="text-link" to="/" ref={useFocusFallback<HTMLAnchorElement>()}>
      Show all projects
    </Link>
  )
}
