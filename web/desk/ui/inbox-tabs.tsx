import { Link } from 'react-router'
import type { SuspiciousProjects } from '../../../desk/api.ts'
import { formatNumber } from '../../../desk/pluralize.ts'
import { objectWith } from '../app/api-result.ts'
import { SUSPICIOUS } from '../app/paths.ts'
import { apiQuery, useApi } from '../app/use-api.ts'

export const suspiciousQuery = apiQuery(
  'suspicious',
  objectWith<SuspiciousProjects>('count', 'projects'),
  SUSPICIOUS,
)

/** Leads from the inbox to the suspicious projects and back. */
export function InboxTabs({ current }: { current: '/' | typeof SUSPICIOUS }) {
  const count = useApi(suspiciousQuery).data?.count ?? 0
  return (
    <nav className="tabs" aria-label="Inbox">
      <ul>
        <li>
          <Link to="/" aria-current={current === '/' ? 'page' : undefined}>
            Projects
          </Link>
        </li>
        <li>
          <Link to={SUSPICIOUS} aria-current={current === SUSPICIOUS ? 'page' : undefined}>
            Suspicious {count > 0 && <b>{formatNumber(count)}</b>}
          </Link>
        </li>
      </ul>
    </nav>
  )
}
