import type { KeyboardEvent, SyntheticEvent } from 'react'
import { TAGLINE } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { Picture, type PictureProps } from '../pictures/picture.tsx'
import { useBusiness } from '../ui/business.ts'
import { ArrowRight } from '../ui/icons.tsx'
import { SlowNotice } from '../ui/slow-notice.tsx'
import { Tape } from '../ui/tape.tsx'
import { START } from '../visit/first-question.ts'
import { useVisit } from '../visit/use-visit.tsx'
import { EarlierVisits } from './earlier-visits.tsx'
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

/** `/`: served as finished HTML, so it must render the same on the server. */
export function Landing() {
  const { siteDomain } = useBusiness()
  const { begin } = useVisit()
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
          <SlowNotice id={START.slice(1)} />
          <EarlierVisits />
        </div>
      </div>
    </main>
  )
}
