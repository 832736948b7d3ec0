import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../desk/api.ts'
import { AUDIT_PAGE } from '../../../desk/limits.ts'
import { formatNumber } from '../../../desk/pluralize.ts'
import { listOf, problemText } from '../app/api-result.ts'
import { DESK, unwrap } from '../app/query-client.ts'
import { useDesk } from '../app/use-desk.ts'
import { TransientButton } from '../ui/form-controls.tsx'
import { Empty, QueryView } from '../ui/loading-states.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { ListTimestamp } from '../ui/timestamp.tsx'
import { rowAt, useList } from '../ui/use-row.ts'
import styles from './audit.module.css'

/** Who signed in, exported or erased. */
export function Audit() {
  const audit = useAudit()
  const list = useList()
  const entries = audit.data?.pages.flat() ?? []
  const shownText = `${audit.hasNextPage ? '' : 'All '}${formatNumber(entries.length)} entries shown`
  return (
    <>
      <ScreenHead hint="Newest first." />
      <p className="unseen" role="status">
        {audit.data && shownText}
      </p>
      <QueryView query={audit}>
        {() =>
          entries.length === 0 ? (
            <Empty title="Nothing to show yet" />
          ) : (
            <>
              <ol className={styles.audit} aria-label="Audit" ref={list}>
                {entries.map((entry) => (
                  // The first older entry gets the focus when the button is gone.
                  <li key={entry.id} data-what={entry.what} tabIndex={-1}>
                    <ListTimestamp at={entry.at} />
                    <b>{entry.what}</b>
                    <span>{entry.who}</span>
                    <span>{entry.detail}</span>
                  </li>
                ))}
              </ol>
              <div className="list-foot">
                {audit.hasNextPage && (
                  <TransientButton
                    className="button secondary"
                    onClick={() => audit.isFetchingNextPage || audit.fetchNextPage()}
                    aria-disabled={audit.isFetchingNextPage}
                    next={() => rowAt(list, entries.length)}
                  >
                    {audit.isFetchingNextPage ? 'Loading…' : 'Older entries'}
                  </TransientButton>
                )}
                {audit.isFetchNextPageError && (
                  <p className="form-problem">{problemText(audit.error.problem)}</p>
                )}
                <p>{shownText}</p>
              </div>
            </>
          )
        }
      </QueryView>
    </>
  )
}

/** The entries loaded so far, page by page. */
function useAudit() {
  const { call } = useDesk()
  return useInfiniteQuery({
    queryKey: [DESK, '/audit'],
    queryFn: async ({ pageParam }) =>
      unwrap(await call(`audit${pageParam}`, { shape: listOf<AuditEntry>() })),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < AUDIT_PAGE ? null : `?before=${page.at(-1)?.id}`),
  })
}
