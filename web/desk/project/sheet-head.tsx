import type { ProjectDetails } from '../../../desk/api.ts'
import { remodelTypeKeyOf, remodelTypeOf } from '../../../questionnaire/business.ts'
import { Heading } from '../../ui/heading.tsx'
import { EmailState, Flags, StatusBadge, WaitingBadge } from '../ui/badges.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { isWaiting, whoText } from '../ui/wording.ts'
import { Fact } from './fact.tsx'
import styles from './sheet-head.module.css'

/** The homeowner on the paint chip of the wanted type, and the state of the project. */
export function SheetHead({ project }: { project: ProjectDetails }) {
  const { answers } = project
  const type = remodelTypeOf(project.remodelType)

  return (
    <header className={`box ${styles.head}`}>
      <div className={styles.chip} data-remodel={remodelTypeKeyOf(project.remodelType)}>
        <Heading>
          {/* A child element, because the heading keeps words of a plain text together. */}
          <span>{project.name}</span>
        </Heading>
        <p>{[answers.city, answers.state].filter(Boolean).join(', ')}</p>
        <p className={styles.type}>
          {type ? type.name : project.remodelType}
          <span className="serif">{project.costRange}</span>
        </p>
      </div>
      <div className={styles.status}>
        <dl>
          <Fact name={isWaiting(project) ? 'Waiting' : 'First contact'}>
            <WaitingBadge project={project} />
          </Fact>
          <Fact name="Status">
            <StatusBadge status={project.status} />
          </Fact>
          <Fact name="Assigned to">{whoText(project.assignee)}</Fact>
          <Fact name="Received">
            <Timestamp at={project.createdAt} />
          </Fact>
          <Fact name="Notification email">
            <EmailState project={project} />
          </Fact>
          {project.lostReason && (
            <div className={styles.lost}>
              <dt>Why it was lost</dt>
              <dd>{project.lostReason}</dd>
            </div>
          )}
        </dl>
        <Flags project={project} />
      </div>
    </header>
  )
}
