import type { RemodelTypeKey } from '../../questionnaire/business.ts'
import type { PictureProps } from './picture.tsx'

/** The photograph of each remodel type, in the crops where it is shown. */
export const kitchenOf = {
  card: (type: RemodelTypeKey): PictureProps => ({
    name: type,
    crop: 'portrait',
    phoneCrop: 'wide',
    phoneCropUpTo: 'tablet',
    sizes: '31vw',
    alt: '',
  }),
  detail: (type: RemodelTypeKey): PictureProps => ({
    name: type,
    crop: 'square',
    phoneCrop: 'photo',
    phoneCropUpTo: 'tablet',
    sizes: '58vw',
    alt: DESCRIPTIONS[type],
  }),
  cost: (type: RemodelTypeKey): PictureProps => ({
    name: type,
    crop: 'photo',
    phoneCrop: 'wide',
    phoneCropUpTo: 'tablet',
    sizes: '29vw',
    alt: '',
  }),
  print: (type: RemodelTypeKey): PictureProps => ({
    name: type,
    crop: 'photo',
    sizes: '390px',
    alt: '',
  }),
  thumbnail: (type: RemodelTypeKey): PictureProps => ({
    name: type,
    crop: 'photo',
    sizes: '120px',
    alt: '',
  }),
}

const DESCRIPTIONS: Record<RemodelTypeKey, string> = {
  minor: 'A small kitchen with sage green cabinets, a wooden counter and a round table in the sun.',
  major: 'A white kitchen with a blue island, three wooden stools and a window over the sink.',
  upscale: 'A large kitchen with a marble island, green cabinets, an oak wall and tall black windows.',
}
