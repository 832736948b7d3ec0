import type { ProjectFile } from '../../../desk/api.ts'
import { remodelTypeNameOf, remodelTypeOf } from '../../../questionnaire/business.ts'
import { Heading } from '../../ui/heading.tsx'
import { isWaiting, whoText } from '../wording.ts'
import { Fact } from './fact.tsx'
import { EmailState, Flags, StatusMark, Waiting } from './marks.tsx'
import { Moment } from './moment.tsx'

/** Who it is, on the paint chip of the wanted type, and how things stand. */
export function SheetHead({ file }: { file: ProjectFile }) {
  const { answers } = file
  const type = remodelTypeOf(file.remodelType)

  return (
    <header className="sheet-head">
      <div className="sheet-chip" data-remodel={remodelTypeNameOf(file.remodelType)}>
        <Heading>
          {/* No text of ours: whatever somebody has sent may break anywhere. */}
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
            <Waiting project={file} />
          </Fact>
          <Fact name="Status">
            <StatusMark status={file.status} />
          </Fact>
          <Fact name="Who has it">{whoText(file.assignee)}</Fact>
          <Fact name="Received">
            <Moment at={file.createdAt} />
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
