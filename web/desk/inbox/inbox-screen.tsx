import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Filter } from '../../../desk/filters.ts'
import { MAX_SEARCH_LENGTH } from '../../../desk/limits.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { problemText } from '../app/api-result.ts'
import { queryOf } from '../app/paths.ts'
import { useDesk } from '../app/use-desk.ts'
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
import { useInbox } from './use-inbox.ts'
import { NONE_YET, resultTextOf } from './wording.ts'

/** What the list tells the parts around it. */
interface Shown {
  readonly text: string
  readonly suspicious: number
}

export function InboxScreen() {
  const { role } = useDesk()
  const [search] = useSearchParams()
  const filter = filterOf(search)
  const query = queryOf(filter).toString()
  const isTooLong = (filter.search ?? '').length > MAX_SEARCH_LENGTH
  const [shown, setShown] = useState<Shown>({ text: '', suspicious: 0 })
  const reloadList = useRef<() => void>(undefined)
  return (
    <>
      <ScreenHead>{role === 'owner' && !isTooLong && <ExportLink key={query} query={query} />}</ScreenHead>
      <InboxTabs current="/" suspicious={shown.suspicious} />
      <FilterForm filter={filter} onRepeat={() => reloadList.current?.()} />
      <p className="unseen" role="status">
        {shown.text}
      </p>
      {isTooLong ? (
        <div className="problem-notice" role="alert">
          <p>
            <b>This search is too long.</b> Search for {MAX_SEARCH_LENGTH} characters at most; a few words are
            enough.
          </p>
        </div>
      ) : (
        <Listing key={query} filter={filter} onShown={setShown} reloadRef={reloadList} />
      )}
    </>
  )
}

interface ListingProps {
  readonly filter: Filter
  readonly onShown: Dispatch<SetStateAction<Shown>>
  /** The list sets it to a function that loads the list again. */
  readonly reloadRef: RefObject<(() => void) | undefined>
}

function Listing({ filter, onShown, reloadRef }: ListingProps) {
  const { list, problem, isLoadingMore, startOver, showMore } = useInbox(filter)
  const projectRows = useList()
  const resultText = list ? resultTextOf(list, filter) : ''
  const suspicious = list?.suspicious

  // Updates the status line from the list. The line belongs to the screen, because a screen reader does not
  // announce a status that appears together with its text.
  useEffect(() => {
    if (suspicious === undefined) return
    onShown({ text: resultText, suspicious })
    return () => onShown((before) => ({ ...before, text: '' }))
  }, [resultText, suspicious, onShown])

  // Connects the form to the list, which is a new one for each filter.
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
          <TransientButton
            className="button tape-yellow small"
            onClick={startOver}
            next={() => rowAt(projectRows, 0)}
          >
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
        <ProjectList projects={rows} label="Projects" list={projectRows} />
      )}
      <div className="list-foot">
        {next && (
          <TransientButton
            className="button secondary"
            onClick={showMore}
            aria-disabled={isLoadingMore}
            next={() => rowAt(projectRows, rows.length)}
          >
            {isLoadingMore ? 'Loading…' : 'Show more'}
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
