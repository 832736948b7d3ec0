import { type ReactNode, useEffect } from 'react'
import { Heading } from '../../ui/heading.tsx'
import { Door } from '../../ui/icons.tsx'

/** What stands before the desk: one shaker door with a heading and a form in it. */
export function DoorPanel({
  brandName,
  title,
  children,
}: {
  brandName: string
  title: string
  children: ReactNode
}) {
  // Follows the panel: a title of a place may still stand there.
  useEffect(() => {
    document.title = `Desk – ${brandName}`
  }, [brandName])

  return (
    <div className="before-desk" data-pigment="green">
      <main className="door-panel">
        <p className="brand">
          <Door />
          <span>{brandName}</span>
        </p>
        <Heading>{title}</Heading>
        {children}
      </main>
    </div>
  )
}
