import { FDA } from '../../questionnaire/business.ts'
import { Picture, TALL } from '../pictures/picture.tsx'
import { useBusiness } from '../ui/business.ts'
import { Heading } from '../ui/heading.tsx'
import { Split } from '../ui/layout.tsx'
import type { SlideProps } from './slide.ts'

export const plans = (
  <Picture
    name="plans"
    crop="tall"
    phoneCrop="phone"
    uprightCrop="upright"
    sizes={TALL}
    alt="A round table by the window with a kitchen plan, rolled drawings, paint chips and samples."
  />
)

export function NextStep({ title, bar, isSent }: SlideProps) {
  const { prices } = useBusiness()
  return (
    <Split bar={bar} className="content-slide" pane={plans}>
      <Heading>{title}</Heading>
      <p className="lead">
        {`${isSent ? 'A' : 'Once you press Submit on the last screen, a'} feasibility-discovery-design representative will reach out to you.`}
      </p>
      <p className="inset">
        The {FDA} process has a fee of <span className="whole">{prices.fee}</span>, depending on your needs.
        The specialist determines the plan.
      </p>
    </Split>
  )
}
