import type { SlideName } from '../../questionnaire/screens.ts'
import { avoid } from './avoid.tsx'
import { complaints } from './complaints.tsx'
import { costRanges } from './cost-ranges.tsx'
import { heart } from './heart.tsx'
import { hire } from './hire.tsx'
import { nextStep } from './next-step.tsx'
import { problems } from './problems.tsx'
import { process } from './process.tsx'
import { processSteps } from './process-steps.tsx'
import { remodelTypesSlide } from './remodel-types.tsx'
import type { Slide } from './slide.ts'
import { why } from './why.tsx'

export const slides: Record<SlideName, Slide> = {
  heart,
  process,
  'process-steps': processSteps,
  'remodel-types': remodelTypesSlide,
  'cost-ranges': costRanges,
  'next-step': nextStep,
  problems,
  complaints,
  avoid,
  hire,
  why,
}
