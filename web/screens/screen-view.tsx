import { useRef } from 'react'
import { TAGLINE } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { useBusiness } from '../business.ts'
import { TopBar } from '../ui/top-bar.tsx'
import { Landing } from './landing.tsx'
import { Stop } from './stop.tsx'
import { useAtHand } from './use-at-hand.ts'

/** The screen of the moment in the frame that all stops share, and beside the page the stop that comes next. */
export function ScreenView({ index }: { index: number }) {
  const { brandName } = useBusiness()
  const frame = useRef<HTMLDivElement>(null)
  const { shown, all } = useAtHand(index)

  return (
    <>
      {index === 0 ? (
        <Landing />
      ) : (
        <div className="app" ref={frame}>
          <TopBar brand={brandName} tagline={TAGLINE} step={index} steps={LAST} />
        </div>
      )}
      {all.map((stop) => (
        <Stop key={stop.key} index={stop.index} frame={stop === shown ? frame : null} />
      ))}
    </>
  )
}
