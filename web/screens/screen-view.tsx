import { memo } from 'react'
import { createPortal } from 'react-dom'
import { TAGLINE } from '../../questionnaire/business.ts'
import { LAST, type Screen } from '../../questionnaire/screens.ts'
import { useBusiness } from '../ui/business.ts'
import { TopBar } from '../ui/top-bar.tsx'
import { useAfterTransition } from '../ui/use-after-transition.ts'
import { ContinueElsewhere } from './continue-elsewhere.tsx'
import { Landing } from './landing.tsx'
import { ScreenHost, screenAt } from './screen-host.tsx'
import { ScreenPictures } from './screen-pictures.tsx'

/** The current screen, with the top bar above every screen but the landing. */
export const ScreenView = memo(function ScreenView({ index }: { index: number }) {
  const { brandName } = useBusiness()
  return (
    <>
      {index === 0 ? (
        <Landing />
      ) : (
        <div className="app">
          <TopBar brand={brandName} tagline={TAGLINE} step={index} steps={LAST}>
            {screenAt(index).kind === 'questions' && <ContinueElsewhere />}
          </TopBar>
          <ScreenHost key={index} index={index} />
        </div>
      )}
      {index < LAST && <NextPictures key={index} index={index + 1} />}
    </>
  )
})

function NextPictures({ index }: { index: number }) {
  return useAfterTransition() && <Detached screen={screenAt(index)} />
}

/** Renders a screen's pictures outside of the page: the browser fetches them and shows nothing. */
function Detached({ screen }: { screen: Screen }) {
  outside ??= document.createElement('div')
  return createPortal(<ScreenPictures screen={screen} />, outside)
}

/** One element for all screens, because React adds all its event listeners to each new one. */
let outside: HTMLElement | undefined
