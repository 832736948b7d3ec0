import type { AuditEntry } from '../../../desk/api.ts'
import { MAX_AUDITED } from '../../../desk/limits.ts'
import { Heading } from '../../ui/heading.tsx'
import { useApi } from '../api/use-api.ts'
import { Empty, QueryView } from '../parts/loading-states.tsx'
import { ListTimestamp } from '../parts/timestamp.tsx'

/** Who signed in, exported or erased. */
export function Audit() {
  const audit = useApi<readonly AuditEntry[]>('audit')
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Audit</Heading>
        <p className="hint">
          Newest first: up to {MAX_AUDITED.done} entries, and up to {MAX_AUDITED.refused} refused sign-ins.
        </p>
      </div>
      <QueryView query={audit}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title="Nothing to show yet" />
          ) : (
            <ol className="audit" aria-label="Audit">
              {entries.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and two can be equal
                <li key={index} data-what={entry.what}>
                  <ListTimestamp at={entry.at} />
                  <b>{entry.what}</b>
                  <span>{entry.who}</span>
                  <span className="detail">{entry.detail}</span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryView>
    </div>
  )
}
