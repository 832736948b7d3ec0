import type { Filter } from '../../../desk/api.ts'
import { LONGEST_SEARCH } from '../../../desk/longest-texts.ts'
import { HEADING, Heading } from '../../ui/heading.tsx'
import { addressOf, queryOf } from '../address.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { FilterForm } from '../parts/filter-form.tsx'
import { PassingButton } from '../parts/passing-button.tsx'
import { ProjectList, projectAt } from '../parts/project-list.tsx'
import { Empty, Loading, Trouble } from '../parts/states.tsx'
import { LAST_INBOX, useDesk } from '../session.ts'
import { useInbox } from '../use-inbox.ts'
import { counted, shownText } from '../wording.ts'

export function InboxScreen({ filter }: { filter: Filter }) {
  const { memory } = useDesk()
  const query = queryOf(filter).toString()
  const isTooLong = (filter.search ?? '').length > LONGEST_SEARCH
  memory.set(LAST_INBOX, addressOf({ kind: 'inbox', filter }))
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Inbox</Heading>
        {!isTooLong && <ExportLink key={query} query={query} />}
      </div>
      <FilterForm filter={filter} />
      {isTooLong ? (
        <div className="trouble" role="alert">
          <p>
            <b>This search is too long.</b> Search for {LONGEST_SEARCH} characters at most; a few words are
            enough.
          </p>
        </div>
      ) : (
        // The key begins another list for another filter.
        <Listing key={query} filter={filter} />
      )}
    </div>
  )
}

function Listing({ filter }: { filter: Filter }) {
  const { listed, problem, isBusy, unseen, start, showMore } = useInbox(filter)
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
            {filter.sort ? counted(unseen, 'change') : counted(unseen, 'new project')} – show
          </PassingButton>
        )}
      </div>
      {rows.length === 0 ? (
        <NothingFound filter={filter} />
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
        {rows.length > 0 && <p role="status">{shownText(rows.length, !next && !isIncomplete)}</p>}
      </div>
    </>
  )
}

function NothingFound({ filter: { sort: _, ...wanted } }: { filter: Filter }) {
  if (queryOf(wanted).size === 0) {
    return (
      <Empty title="No projects yet">
        <p>The first one appears here by itself as soon as a homeowner submits it.</p>
      </Empty>
    )
  }
  return (
    <Empty title="Nothing matches">
      <p>
        <a
          className="text-link"
          href={addressOf({ kind: 'inbox', filter: {} })}
          // As with Clear: the link goes with what it says.
          onClick={() => document.getElementById(HEADING)?.focus({ preventScroll: true })}
        >
          Show all projects
        </a>
      </p>
    </Empty>
  )
}
