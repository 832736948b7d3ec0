import { Link } from 'react-router'
import { formatNumber } from '../../../desk/pluralize.ts'
import { SUSPICIOUS } from '../app/paths.ts'
import styles from './inbox-tabs.module.css'

interface InboxTabsProps {
  readonly current: '/' | typeof SUSPICIOUS
  /** How many projects are suspicious. */
  readonly suspicious: number
}

/** Leads from the inbox to the suspicious projects and back. */
export function InboxTabs({ suspicious, current }: InboxTabsProps) {
  return (
    <nav className={styles.tabs} aria-label="Inbox">
      <ul>
        <li>
          <Link to="/" aria-current={current === '/' ? 'page' : undefined}>
            Projects
          </Link>
        </li>
        <li>
          <Link to={SUSPICIOUS} aria-current={current === SUSPICIOUS ? 'page' : undefined}>
            Suspicious {suspicious > 0 && <b>{formatNumber(suspicious)}</b>}
          </Link>
        </li>
      </ul>
    </nav>
  )
}
