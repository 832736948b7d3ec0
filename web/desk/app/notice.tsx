import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Empty } from '../ui/loading-states.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'

/** A screen that only says why there is nothing to see. */
export const Notice = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <ScreenHead />
    <Empty title={title}>
      <p>{children}</p>
    </Empty>
  </>
)

export const NotFound = () => (
  <Notice title="There is no page at this address">
    <Link className="text-link" to="/">
      Go to the inbox
    </Link>
  </Notice>
)
