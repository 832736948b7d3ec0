import type { ProjectDetails } from '../../../desk/api.ts'
import { remodelTypeNameOf, remodelTypeOf } from '../../../questionnaire/business.ts'
import { Heading } from '../../ui/heading.tsx'
import { isWaiting, whoText } from '../wording.ts'
import { EmailState, Flags, StatusBadge, WaitingBadge } from './badges.tsx'
import { Fact } from './fact.tsx'
import { Timestamp } from './timestamp.tsx'

/** The homeowner on the paint chip of the wanted type, and the state of the project. */
export function SheetHead({ file }: { file: ProjectDetails }) {
  const { answers } = file
  const type = remodelTypeOf(file.remodelType)

  return (
    <header className="sheet-head">
      <div className="sheet-chip" data-remodel={remodelTypeNameOf(file.remodelType)}>
        <Heading>
          {/* A child element, because the heading keeps words of a plain text together. */}
          <span>{file.name}</span>
        </Heading>
        <p>{[answers.city, answers.state].filter(Boolean).join(', ')}</p>
        <p className="sheet-type">
          {type ? type.name : file.remodelType}
          <span className="serif">{type?.costRange}</span>
        </p>
      </div>
      <div className="standing">
        <dl>
          <Fact name={isWaiting(file) ? 'Waiting' : 'First contact'}>
            <WaitingBadge project={file} />
          </Fact>
          <Fact name="Status">
            <StatusBadge status={file.status} />
          </Fact>
          <Fact name="Assigned to">{whoText(file.assignee)}</Fact>
          <Fact name="Received">
            <Timestamp at={file.createdAt} />
          </Fact>
          <Fact name="E-mail to us">
            <EmailState project={file} />
          </Fact>
          {file.lostReason && (
            <div className="lost-reason">
              <dt>Why it was lost</dt>
              <dd>{file.lostReason}</dd>
            </div>
          )}
        </dl>
        <Flags project={file} />
      </div>
    </header>
  )
}
