import { fields } from '../../questionnaire/fields.ts'
import { LabeledField } from '../fields/labeled-field.tsx'
import { Picture } from '../pictures/picture.tsx'
import { Form } from '../ui/form.tsx'
import { Heading } from '../ui/heading.tsx'
import { ArrowRight } from '../ui/icons.tsx'
import { Split } from '../ui/layout.tsx'
import { SlowNotice } from '../ui/slow-notice.tsx'
import { useVisit, useVisitState } from '../visit/use-visit.tsx'
import { PrivacyLink } from './privacy-link.tsx'

export const rangeWall = (
  <Picture name="email" crop="tall" phoneCrop="phone" uprightCrop="upright" sizes="42vw" alt="" />
)

/** The first step: the only form without Back, and with a button of its own. */
export function BeginScreen({ title }: { title: string }) {
  const { answer, next } = useVisit()
  const email = useVisitState(({ visit }) => visit.answers.email)
  return (
    <Form onSubmit={next}>
      <Split className="content-slide begin" bar={null} pane={rangeWall}>
        <Heading>{title}</Heading>
        <LabeledField
          name="email"
          field={fields.email}
          label="Email:"
          placeholder="Email address"
          enterKeyHint="go"
          answer={email}
          onAnswer={(text) => answer('email', text)}
        />
        <button className="button primary spaced" type="submit">
          CLICK HERE TO BEGIN
          <ArrowRight />
        </button>
        <SlowNotice />
        <p className="serif promise">Your Dream Perfect Kitchen is just a few clicks away</p>
        <PrivacyLink />
      </Split>
    </Form>
  )
}
