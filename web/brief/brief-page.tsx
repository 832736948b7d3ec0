import { BRIEF_DAYS, type Brief, briefStates } from '../../questionnaire/brief.ts'
import { remodelTypeKeyOf, remodelTypes, replyText, TAGLINE } from '../../questionnaire/business.ts'
import { unaskedRowsOf } from '../../questionnaire/project.ts'
import { reviewOf } from '../../questionnaire/review.ts'
import { kitchenOf } from '../pictures/kitchens.ts'
import { Picture } from '../pictures/picture.tsx'
import { useBusiness } from '../ui/business.ts'
import { Heading } from '../ui/heading.tsx'
import { Door } from '../ui/icons.tsx'
import { noBreak } from '../ui/no-break.tsx'
import { BriefRows, CallUs, NextSteps, RemodelScope } from './brief-parts.tsx'
import { ids } from './ids.ts'

export const PROJECT_TITLE = 'Your kitchen project'
export const EXPIRED_TITLE = 'This link has expired'

/** A homeowner's project at its private address, or an explanation if the link has expired. */
export function BriefPage({ brief }: { brief: Brief | null }) {
  const { brandName, profile } = useBusiness()
  return (
    <div className="brief-page">
      <header className="top-line">
        <p className="brand">
          <Door />
          <span>{brandName}</span>
        </p>
        <p className="tagline">{TAGLINE}</p>
        {profile.address && <address>{profile.address}</address>}
        <CallUs />
      </header>
      {brief ? <Project brief={brief} /> : <Expired />}
    </div>
  )
}

function Project({ brief: { answers, state, prices, lastDay } }: { brief: Brief }) {
  const { brandName, profile } = useBusiness()
  const type = remodelTypeKeyOf(answers.typeOfKitchenRemodel)
  const picture = type ? kitchenOf.print(type) : { name: 'cover', crop: 'wide', alt: '' }
  const rows = reviewOf(answers, brandName).flatMap((group) => group.rows)
  return (
    <main>
      <div id={ids.project}>
        <section className="brief-hero" data-remodel={type} data-pigment={type ? undefined : 'butter'}>
          <div>
            <Heading>{PROJECT_TITLE}</Heading>
            {type && (
              <p>
                <b>{remodelTypes[type].name} kitchen remodel</b>,{' '}
                <span className="whole">{prices[type]}</span>
              </p>
            )}
            <ol className="states" aria-label="Status">
              {briefStates.map((one) => (
                <li key={one} aria-current={one === state ? 'step' : undefined}>
                  {one}
                </li>
              ))}
            </ol>
            <p>{noBreak(replyText(profile))}</p>
          </div>
          <Picture {...picture} sizes="(width < 44em) 100vw, 42vw" />
        </section>
        <section>
          <h2>What happens next</h2>
          <NextSteps isSent fee={prices.fee} />
        </section>
        <section>
          <h2>Your answers</h2>
          <BriefRows rows={[...rows, ...unaskedRowsOf(answers, brandName)]} />
        </section>
        {type && (
          <section>
            <h2>What a {remodelTypes[type].name.toLowerCase()} remodel includes</h2>
            <RemodelScope type={remodelTypes[type]} />
          </section>
        )}
        <div className="brief-actions">
          <button className="button primary" type="button" id={ids.change}>
            Change my answers
          </button>
          <button className="button secondary" type="button" id={ids.print}>
            Print
          </button>
          <button className="button quiet" type="button" id={ids.erase}>
            Delete my answers
          </button>
          <noscript>
            <p>These buttons need JavaScript.</p>
          </noscript>
        </div>
        <p className="brief-failure" role="alert" id={ids.failure} />
        <p className="brief-note">
          Anyone with the link to this page can read, change and delete your answers, so keep it private. It
          works through {dateText(lastDay)}.
        </p>
      </div>
      <div id={ids.erased} tabIndex={-1} hidden>
        <h1>Your answers were deleted</h1>
        <p>We no longer have them. Thank you for thinking of us.</p>
      </div>
      <dialog className="message" data-tone="bad" id={ids.dialog} aria-labelledby={ids.question}>
        <p className="serif" id={ids.question}>
          Delete your answers?
        </p>
        <div>This permanently deletes them, and we will not contact you.</div>
        <div className="brief-choice">
          <button className="button primary" type="button" id={ids.keep}>
            Keep them
          </button>
          <button className="button secondary" type="button" id={ids.confirm}>
            Delete them
          </button>
        </div>
      </dialog>
    </main>
  )
}

const Expired = () => (
  <main>
    <Heading>{EXPIRED_TITLE}</Heading>
    <p>
      A link to a kitchen project works for {BRIEF_DAYS} days, or until the answers are deleted or their email
      address changes. If you would like to tell us about your kitchen, please <a href="/">start again</a>.
    </p>
  </main>
)

const dateText = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
