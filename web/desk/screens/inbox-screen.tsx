import { useEffect, useRef, useState } from 'react'
import type { Filter } from '../../../desk/api.ts'
import { MAX_SEARCH_LENGTH } from '../../../desk/limits.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { Heading } from '../../ui/heading.tsx'
import { addressOf, queryOf } from '../address.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { type Again, FilterForm } from '../parts/filter-form.tsx'
import { PassingButton } from '../parts/passing-button.tsx'
import { ProjectList, projectAt } from '../parts/project-list.tsx'
import { Empty, Loading, Trouble } from '../parts/states.tsx'
import { troubleText } from '../trouble-text.ts'
import { useFocusHandedOn } from '../use-focus-handed-on.ts'
import { type Listed, useInbox } from '../use-inbox.ts'
import { shownText } from '../wording.ts'

export function InboxScreen({ filter }: { filter: Filter }) {
  const query = queryOf(filter).toString()
  const isTooLong = (filter.search ?? '').length > MAX_SEARCH_LENGTH
  const [found, setFound] = useState('')
  const again = useRef<() => void>(undefined)
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Inbox</Heading>
        {!isTooLong && <ExportLink key={query} query={query} />}
      </div>
      <FilterForm filter={filter} again={again} />
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
        // The key begins another list for another filter.
        <Listing key={query} filter={filter} onFound={setFound} again={again} />
      )}
    </div>
  )
}

interface ListingProps {
  readonly filter: Filter
  readonly onFound: (words: string) => void
  readonly again: Again
}

function Listing({ filter, onFound, again }: ListingProps) {
  const { listed, problem, isBusy, unseen, start, showMore } = useInbox(filter)
  const words = listed ? foundText(listed, filter) : ''

  // Follows the list, for a line that outlives it: one that came with its words would not be read out.
  useEffect(() => {
    onFound(words)
    return () => onFound('')
  }, [words, onFound])

  // Follows the list: what is on its way need not be asked for again.
  useEffect(() => {
    again.current = isBusy ? undefined : start
  })

  if (!listed) return problem ? <Trouble problem={problem} onRetry={start} /> : <Loading />

  const { rows, next, isIncomplete } = listed
  return (
    <>
      {problem && <Trouble problem={problem} onRetry={start} isOld />}
      {isIncomplete && (
        <p className="incomplete" role="status">
          Projects from before the desk are still being filed: some of the older ones are missing here.
        </p>
      )}
      <div className="arrivals" role="status">
        {unseen > 0 && (
          <PassingButton className="button tape-yellow small" onClick={start} next={() => projectAt(0)}>
            {pluralize(unseen, filter.sort ? 'change' : 'new project')} – show
          </PassingButton>
        )}
      </div>
      {rows.length === 0 ? (
        <Empty title={words}>
          <p>
            {words === NONE_YET ? (
              'The first one appears here by itself as soon as a homeowner submits it.'
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
          <PassingButton
            className="button secondary"
            onClick={showMore}
            aria-disabled={isBusy}
            next={() => projectAt(rows.length)}
          >
            {isBusy ? 'Loading…' : 'Show more'}
          </PassingButton>
        )}
        {/* Said at the top as well, which whoever asks for more no longer sees. */}
        {problem && <p className="form-trouble">{troubleText(problem)}</p>}
        {rows.length > 0 && <p>{words}</p>}
      </div>
    </>
  )
}

const NONE_YET = 'No projects yet'

function foundText({ rows, next, isIncomplete }: Listed, { sort: _, ...wanted }: Filter): string {
  if (rows.length > 0) return shownText(rows.length, !next && !isIncomplete)
  const { from = '', to = '' } = wanted
  if (to && from > to) return 'Received from is after Received until'
  return queryOf(wanted).size === 0 ? NONE_YET : 'Nothing matches'
}

/** It goes with the words around it, when it is followed and when something comes that matches. */
function ShowAll() {
  return (
    <a
      className="text-link"
      href={addressOf({ kind: 'inbox', filter: {} })}
      ref={useFocusHandedOn<HTMLAnchorElement>()}
    >
      Show all projects
    </a>
  )
}
