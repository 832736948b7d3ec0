import type { Filter } from '../../../desk/api.ts'
import { Heading } from '../../ui/heading.tsx'
import { addressOf, queryOf } from '../address.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { FilterForm } from '../parts/filter-form.tsx'
import { ProjectList } from '../parts/project-list.tsx'
import { Empty, Loading, Trouble } from '../parts/states.tsx'
import { LAST_INBOX, useDesk } from '../session.ts'
import { useInbox } from '../use-inbox.ts'
import { counted, shownText } from '../wording.ts'

export function InboxScreen({ filter }: { filter: Filter }) {
  const { memory } = useDesk()
  const query = queryOf(filter).toString()
  memory.set(LAST_INBOX, addressOf({ kind: 'inbox', filter }))
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Inbox</Heading>
        <ExportLink key={query} query={query} />
      </div>
      <FilterForm filter={filter} />
      {/* The key begins another list for another filter. */}
      <Listing key={query} filter={filter} />
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
          <button className="button tape-yellow small" type="button" onClick={start}>
            {filter.sort ? counted(unseen, 'change') : counted(unseen, 'new project')} – show
          </button>
        )}
      </div>
      {rows.length === 0 ? (
        <NothingFound filter={filter} />
      ) : (
        <ProjectList projects={rows} label="Projects" />
      )}
      <div className="list-foot">
        {next && (
          <button className="button secondary" type="button" onClick={showMore} aria-disabled={isBusy}>
            {isBusy ? 'Loading…' : 'Show more'}
          </button>
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
        <a className="text-link" href={addressOf({ kind: 'inbox', filter: {} })}>
          Show all projects
        </a>
      </p>
    </Empty>
  )
}
