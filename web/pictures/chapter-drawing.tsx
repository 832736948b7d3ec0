import type { Chapter } from '../../questionnaire/screens.ts'
import contact from '../assets/drawings/contact.svg'
import kitchen from '../assets/drawings/kitchen.svg'
import means from '../assets/drawings/means.svg'
import plans from '../assets/drawings/plans.svg'
import street from '../assets/drawings/street.svg'
import wishes from '../assets/drawings/wishes.svg'
import worries from '../assets/drawings/worries.svg'

interface ChapterDrawingProps {
  readonly chapter: Chapter
  /** 1 for the first screen with questions of the chapter, 2 for the second. */
  readonly position: number
}

/**
 * The street for the house, and for every other chapter a part of the kitchen with a still life for each screen. The
 * files are used, not shown as images, so that they get their colors from `.drawing`.
 */
export function ChapterDrawing({ chapter, position }: ChapterDrawingProps) {
  if (chapter === 'house') return <img className="drawing" src={street} alt="" width={600} height={400} />
  const { place, file, variants } = STILL_LIVES[chapter]
  return (
    <svg
      className="drawing"
      data-place={place}
      viewBox="0 120 600 466"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <use href={`${kitchen}#${place}`} />
      <use href={`${file}#${place}-${Math.min(position, variants)}`} />
    </svg>
  )
}

const PLANS = { place: 'plans', file: plans, variants: 3 }
const WISHES = { place: 'wishes', file: wishes, variants: 3 }
const MEANS = { place: 'means', file: means, variants: 3 }
const WORRIES = { place: 'worries', file: worries, variants: 2 }
const CONTACT = { place: 'contact', file: contact, variants: 2 }

/** A chapter that has no such questions today borrows another one's. */
const STILL_LIVES: Record<Exclude<Chapter, 'house'>, typeof PLANS> = {
  welcome: PLANS,
  scope: PLANS,
  plans: PLANS,
  wishes: WISHES,
  means: MEANS,
  worries: WORRIES,
  contact: CONTACT,
  promise: WISHES,
}
