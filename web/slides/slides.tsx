import { Fragment, type ReactNode } from 'react'
import { profile, remodelTypeKeys } from '../../questionnaire/business.ts'
import type { SlideName } from '../../questionnaire/screens.ts'
import { kitchenOf } from '../pictures/kitchens.ts'
import { Picture } from '../pictures/picture.tsx'
import { Avoid, level } from './avoid.tsx'
import { Complaints, dustSheets } from './complaints.tsx'
import { CostRanges } from './cost-ranges.tsx'
import { breakfast, Heart } from './heart.tsx'
import { Hire, tools } from './hire.tsx'
import { NextStep, plans } from './next-step.tsx'
import { Problems } from './problems.tsx'
import { craft, Process, still } from './process.tsx'
import { ProcessSteps, steps } from './process-steps.tsx'
import { photographOf } from './proof.tsx'
import { RemodelTypes } from './remodel-types.tsx'
import type { SlideProps } from './slide.ts'
import { samples, Why } from './why.tsx'

interface Slide {
  readonly Content: (props: SlideProps) => ReactNode
  /** What the slide shows, to be fetched before the visitor comes to it. */
  readonly pictures: ReactNode
}

export const slides: Record<SlideName, Slide> = {
  heart: { Content: Heart, pictures: breakfast },
  process: {
    Content: Process,
    pictures: (
      <>
        {craft}
        {still}
      </>
    ),
  },
  'process-steps': {
    Content: ProcessSteps,
    pictures: steps.map(({ picture }) => <Picture key={picture.name} {...picture} />),
  },
  'remodel-types': {
    Content: RemodelTypes,
    pictures: remodelTypeKeys.map((type) => (
      <Fragment key={type}>
        <Picture {...kitchenOf.card(type)} />
        <Picture {...kitchenOf.detail(type)} />
      </Fragment>
    )),
  },
  'cost-ranges': {
    Content: CostRanges,
    pictures: remodelTypeKeys.map((type) => <Picture key={type} {...kitchenOf.cost(type)} />),
  },
  'next-step': { Content: NextStep, pictures: plans },
  problems: { Content: Problems, pictures: null },
  complaints: { Content: Complaints, pictures: dustSheets },
  avoid: { Content: Avoid, pictures: level },
  hire: { Content: Hire, pictures: tools },
  why: {
    Content: Why,
    pictures: (
      <>
        {samples}
        {profile.builtKitchens?.map((kitchen) => (
          <Picture key={kitchen.title} {...photographOf(kitchen)} />
        ))}
      </>
    ),
  },
}
