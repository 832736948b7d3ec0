import type { KeyboardEvent, SyntheticEvent } from 'react'
import { TAGLINE } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { useBusiness } from '../business.ts'
import { Picture, type PictureProps } from '../pictures/picture.tsx'
import { ArrowRight } from '../ui/icons.tsx'
import { Tape } from '../ui/tape.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { useMoment, useVisit } from '../visit/use-visit.tsx'
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

/** Where START HERE leads who presses it before the script is ready: nowhere yet, but the script will see it. */
export const START = '#start'

/** `/`: served as finished HTML, so it must render the same before any script has run. */
export function Landing() {
  const { siteDomain } = useBusiness()
  const { begin, resume } = useVisit()
  const unfinished = useMoment((moment) => moment.unfinished)
  const isScriptHere = useSettled()
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
        {/* biome-ignore lint/a11y/useSemanticElements: a press on a button is lost before the script is ready */}
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
          {!isScriptHere && <StillComing />}
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
 * START HERE leads to it while there is no script; the style sheet shows it a while after the press. What is read out
 * has to come into a status that was there before.
 */
const StillComing = () => (
  <div role="status">
    <p className="late" id={START.slice(1)}>
      The guide is slow to come. <a href="/">Load it again</a>
    </p>
  </div>
)
