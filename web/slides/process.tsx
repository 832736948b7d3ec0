import { Picture, type PictureProps } from '../pictures/picture.tsx'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import type { Slide } from './slide.ts'

const craft: PictureProps = {
  name: 'design',
  crop: 'card',
  sizes: '(max-width: 700px) 100vw, 32vw',
  alt: 'A cabinet door being fitted: the open door, its hinge and a screwdriver.',
}

export const process: Slide = {
  pictures: [craft],
  Slide: ({ title, bar }) => (
    <Full bar={bar}>
      <Heading>{title}</Heading>
      <div className="process">
        <div className="craft">
          <Picture {...craft} />
        </div>
      </div>
    </Full>
  ),
}
