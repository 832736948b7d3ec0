import type { AuditEntry } from '../../../desk/api.ts'
import { MAX_AUDITED } from '../../../desk/limits.ts'
import { Heading } from '../../ui/heading.tsx'
import { ListedMoment } from '../parts/moment.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { useFetched } from '../use-fetched.ts'
import { useMinutes } from '../use-minutes.ts'

/** Who signed in, exported or erased. */
export function Audit() {
  const audit = useFetched<readonly AuditEntry[]>('audit')
  useMinutes(audit.reload)
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Audit</Heading>
        <p className="hint">
          The newest first: at most {MAX_AUDITED.done}, and {MAX_AUDITED.refused} refused sign-ins.
        </p>
      </div>
      <Shown fetched={audit}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title="Nothing to show yet" />
          ) : (
            <ol className="audit" aria-label="Audit">
              {entries.map((entry, index) => (
                // Two entries can be alike in everything, and none has an id.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <li key={index} data-what={entry.what}>
                  <ListedMoment at={entry.at} />
                  <b>{entry.what}</b>
                  <span>{entry.who}</span>
                  <span className="detail">{entry.detail}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Shown>
    </div>
  )
}
