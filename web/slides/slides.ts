import type { ReactNode } from 'react'
import type { SlideName } from '../../questionnaire/screens.ts'
import { Avoid } from './avoid.tsx'
import { Complaints } from './complaints.tsx'
import { CostRanges } from './cost-ranges.tsx'
import { Heart } from './heart.tsx'
import { Hire } from './hire.tsx'
import { NextStep } from './next-step.tsx'
import { Problems } from './problems.tsx'
import { Process } from './process.tsx'
import { ProcessSteps } from './process-steps.tsx'
import { RemodelTypes } from './remodel-types.tsx'
import type { SlideProps } from './slide.ts'
import { Why } from './why.tsx'

export const slides: Record<SlideName, (props: SlideProps) => ReactNode> = {
  heart: Heart,
  process: Process,
  'process-steps': ProcessSteps,
  'remodel-types': RemodelTypes,
  'cost-ranges': CostRanges,
  'next-step': NextStep,
  problems: Problems,
  complaints: Complaints,
  avoid: Avoid,
  hire: Hire,
  why: Why,
}
