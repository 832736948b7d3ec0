import type { KeyboardEvent, SyntheticEvent } from 'react'
import { TAGLINE } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { useBusiness } from '../business.ts'
import { Picture, type PictureProps } from '../pictures/picture.tsx'
import { ArrowRight } from '../ui/icons.tsx'
import { Tape } from '../ui/tape.tsx'
import { useAfterTransition } from '../ui/use-after-transition.ts'
import { useVisit, useVisitState } from '../visit/use-visit.tsx'
import { Masthead } from './masthead.tsx'
import { useArrival } from './use-arrival.ts'

const cover: PictureProps = {
  name: 'cover',
  crop: 'wide',
  phoneCrop: 'phone',
  uprightCrop: 'upright',
  sizes: '100vw',
  alt: '',
  first: true,
}

/** The target of START HERE until the script has loaded. The script then finds it in the address. */
export const START = '#start'

/** `/`: served as finished HTML, so it must render the same on the server. */
export function Landing() {
  const { siteDomain } = useBusiness()
  const { begin, resume } = useVisit()
  const unfinished = useVisitState((state) => state.unfinished)
  const isScriptLoaded = useAfterTransition()
  useArrival(siteDomain)

  function start(event: SyntheticEvent) {
    event.preventDefault()
    begin()
  }

  function startBySpace(event: KeyboardEvent) {
    if (event.key === ' ') start(event)
  }

  return (
    <main className="cover">
      <Masthead domain={siteDomain} />
      <Tape inches={LAST} drawn={0} />
      <div className="cover-picture">
        <Picture {...cover} />
      </div>
      <div className="cover-panel">
        <p className="serif cover-tagline">{TAGLINE}</p>
        {/* biome-ignore lint/a11y/useSemanticElements: before the script has loaded, a button would do nothing */}
        <a
          className="button tape-yellow spaced"
          role="button"
          href={START}
          onClick={start}
          onKeyDown={startBySpace}
        >
          START HERE
          <ArrowRight />
        </a>
        <div className="cover-later">
          {!isScriptLoaded && <SlowNotice />}
          {unfinished && (
            <button className="button quiet" type="button" onClick={resume}>
              Continue where you left off
            </button>
          )}
        </div>
      </div>
    </main>
  )
}

/**
 * The target of START HERE until the script has loaded; landing.css shows it some seconds after the press. The status
 * element is there from the start, because screen readers announce only changes inside of one.
 */
const SlowNotice = () => (
  <div role="status">
    <p className="late" id={START.slice(1)}>
      The guide is slow to come. <a href="/">Load it again</a>
    </p>
  </div>
)
