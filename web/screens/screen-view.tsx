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

  return (
    <>
      {index === 0 ? (
        <Landing />
      ) : (
        <div className="app" ref={frame}>
          <TopBar brand={brandName} tagline={TAGLINE} step={index} steps={LAST} />
        </div>
      )}
      {useAtHand(index).map((one) => (
        // The key makes each stop a new one: nothing typed on one is shown on the next.
        <Stop key={one} index={one} frame={one === index ? frame : null} />
      ))}
    </>
  )
}
