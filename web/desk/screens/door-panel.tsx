import { type ReactNode, useEffect } from 'react'
import { Heading } from '../../ui/heading.tsx'
import { Door } from '../../ui/icons.tsx'
import { useReadOut } from '../use-read-out.ts'

interface DoorPanelProps {
  readonly brandName: string
  readonly title: string
  readonly children: ReactNode
}

/** What stands before the desk: one shaker door with a heading and a form in it. */
export function DoorPanel({ brandName, title, children }: DoorPanelProps) {
  useReadOut(title)

  // Follows the panel: a title of another, or of a place, may still stand there.
  useEffect(() => {
    document.title = `${title} – Desk – ${brandName}`
  }, [title, brandName])

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
