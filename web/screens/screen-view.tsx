import { Activity, memo } from 'react'
import { TAGLINE } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { useBusiness } from '../ui/business.ts'
import { Detached } from '../ui/detached.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import { useAfterTransition } from '../ui/use-after-transition.ts'
import { Landing } from './landing.tsx'
import { ScreenHost } from './screen-host.tsx'

/** The current screen, with the top bar above every screen but the landing. */
export const ScreenView = memo(function ScreenView({ index }: { index: number }) {
  const { brandName } = useBusiness()
  return (
    <>
      {index === 0 ? (
        <Landing />
      ) : (
        <div className="app">
          <TopBar brand={brandName} tagline={TAGLINE} step={index} steps={LAST} />
          <ScreenHost key={index} index={index} />
        </div>
      )}
      {index < LAST && <NextScreen key={index} index={index + 1} />}
    </>
  )
})

/**
 * Renders the next screen outside of the page, so that its pictures are in the cache when the visitor presses Next. A
 * hidden `Activity` renders at low priority and runs no effects.
 */
function NextScreen({ index }: { index: number }) {
  const isTransitionOver = useAfterTransition()
  return (
    isTransitionOver && (
      <Detached>
        <Activity mode="hidden">
          <ScreenHost index={index} />
        </Activity>
      </Detached>
    )
  )
}
