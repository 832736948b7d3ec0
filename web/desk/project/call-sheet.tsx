import type { ReactNode } from 'react'
import type { ProjectDetails } from '../../../desk/api.ts'
import { leadPaintNoteOf, promisesFor, telUrl } from '../../../desk/call-sheet.ts'
import { COST_NOTE, remodelTypeOf } from '../../../questionnaire/business.ts'
import { phonesOf, townOf } from '../../../questionnaire/project.ts'
import { sourceText } from '../../../questionnaire/source.ts'
import { useBusiness } from '../../ui/business.ts'
import { budgetFitText } from '../ui/wording.ts'
import styles from './call-sheet.module.css'
import { Fact } from './fact.tsx'

/** What a specialist needs on the phone, on one screen and one printed page. */
export function CallSheet({ project }: { project: ProjectDetails }) {
  const { answers, budgetFit, toAsk } = project
  const type = remodelTypeOf(project.remodelType)
  const leadPaintNote = leadPaintNoteOf(answers)
  const [street, town] = [answers.streetAddress, townOf(answers)]
  const cameFrom = sourceText(project.source)
  const place = [street, town].filter(Boolean).join(', ')

  return (
    <div className={styles.sheet}>
      <div className={styles.column}>
        <Part title="Contact details" className={`tight ${styles.reach}`}>
          <p>
            {answers.email ? (
              <a href={mailtoUrl(answers.email)}>
                <EmailText email={answers.email} />
              </a>
            ) : (
              'No email address'
            )}
          </p>
          {phonesOf(answers).map((phone) => (
            <p key={phone}>
              <PhoneLink phone={phone} />
            </p>
          ))}
          {place && (
            <address>
              <a href={mapUrl(place)} target="_blank" rel="noreferrer">
                {street}
                {street && town && <br />}
                {town}
                <span className="unseen">, on a map (opens in a new tab)</span>
              </a>
            </address>
          )}
          {project.sentEarly && <p className="hint">Sent early: the homeowner has not pressed Submit</p>}
          {cameFrom && <p className="hint">Source: {cameFrom}</p>}
        </Part>

        <Part title="What they want">
          <Words answer={answers.newKitchenImportantFeature} />
          <Words answer={answers.newKitchenOtherFeature} />
          <Words answer={answers.additionalComments} />
          <dl className={styles.facts}>
            <Fact name="Why">{answers.remodellingReasons}</Fact>
            <Fact name="Motivation">{answers.primaryMotivatorForRemodelling}</Fact>
            <Fact name="When">{answers.timeFrame}</Fact>
            <Fact name="Design">{answers.newKitchenDesignExists}</Fact>
          </dl>
        </Part>
      </div>

      <div className={styles.column}>
        <Part title="Questions to ask" className={styles.ask}>
          {toAsk.length > 0 ? (
            <ul>
              {toAsk.map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          ) : (
            <p>They have answered everything. Schedule a visit.</p>
          )}
        </Part>

        <Part title="Their worry" className={styles.worry}>
          <Worry worry={answers.concernsForHavingKitchenRemodeled} />
        </Part>
        <Part title="Their fear" className={styles.worry}>
          <Worry worry={answers.fearsForHiringKitchenRemodeler} />
        </Part>
      </div>

      <div className={styles.column}>
        <Part title="Budget and scope">
          <p className={styles.said}>{answers.budget || 'No answer'}</p>
          <p>{budgetFitText(budgetFit, project.costRange)}</p>
          {type && <p className={`sentence ${styles.scope}`}>{type.scope.join(', ')}</p>}
          <dl className={styles.facts}>
            <Fact name="Payment">{answers.paymentMethod}</Fact>
          </dl>
          <p className={`hint ${styles.cost}`}>{COST_NOTE}</p>
        </Part>

        <Part title="House and hiring">
          <dl className={styles.facts}>
            <Fact name="House">
              {[answers.typeOfHome, answers.typeOfArchitecture].filter(Boolean).join(', ')}
            </Fact>
            <Fact name="Built">{answers.yearBuilt}</Fact>
            <Fact name="Project">{answers.projectType}</Fact>
            <Fact name="Why not hired">{answers.whyNotHiredKitchenRemodeler}</Fact>
            <Fact name="Experience">{answers.remodellingExperience}</Fact>
          </dl>
          {leadPaintNote && <p className={styles.note}>{leadPaintNote}</p>}
        </Part>
      </div>
    </div>
  )
}

/** A search that a phone opens in its maps app. */
const mapUrl = (place: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`

/** An address too long for one line breaks after the `@`. */
function EmailText({ email }: { email: string }) {
  const host = email.lastIndexOf('@') + 1
  return (
    <span>
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </span>
  )
}

const mailtoUrl = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

function PhoneLink({ phone }: { phone: string }) {
  const url = telUrl(phone)
  return url ? <a href={url}>{phone}</a> : phone
}

interface PartProps {
  readonly title: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

function Part({ title, className = '', children }: PartProps) {
  return (
    <section className={`part ${className}`}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const Words = ({ answer }: { answer: string }) => (answer ? <blockquote>{answer}</blockquote> : null)

/** A worry in the homeowner's words, and the promises that answer it. */
function Worry({ worry }: { worry: string }) {
  const { brandName } = useBusiness()
  const promises = promisesFor(worry, brandName)
  return (
    <>
      <Words answer={worry || '–'} />
      {promises.length > 0 ? (
        <ul className={styles.promises} aria-label="What we promise">
          {promises.map((promise) => (
            <li key={promise}>{promise}</li>
          ))}
        </ul>
      ) : (
        worry && (
          <p className="hint">There is no prepared answer for this. Ask them to tell you more first.</p>
        )
      )}
    </>
  )
}
