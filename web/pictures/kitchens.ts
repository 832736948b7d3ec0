import { type RemodelTypeName, remodelTypes } from '../../questionnaire/business.ts'
import type { PictureProps } from './picture.tsx'

/** The kitchen of each remodel type, in the crops that its places need. */
export const kitchenOf = {
  card: (type: RemodelTypeName): PictureProps => ({
    name: type,
    crop: 'portrait',
    phoneCrop: 'wide',
    sizes: '31vw',
    alt: '',
  }),
  detail: (type: RemodelTypeName): PictureProps => ({
    name: type,
    crop: 'square',
    phoneCrop: 'photo',
    sizes: '58vw',
    alt: DESCRIPTIONS[type],
  }),
  thumbnail: (type: RemodelTypeName): PictureProps => ({
    name: type,
    crop: 'photo',
    sizes: '120px',
    alt: '',
  }),
}

// Object.keys forgets which names it was given.
export const remodelTypeNames = Object.keys(remodelTypes) as readonly RemodelTypeName[]

const DESCRIPTIONS: Record<RemodelTypeName, string> = {
  minor: 'A kitchen with freshly painted fronts, new hardware and a new worktop.',
  major: 'A kitchen with new cabinets, a range under a hood and stone worktops.',
  upscale: 'A large kitchen with an island, tall cabinets and pendant lights.',
}
