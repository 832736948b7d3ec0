import { useEffect } from 'react'
import type { ProjectFile } from '../../../desk/api.ts'
import { NEW } from '../../../desk/status.ts'
import { remodelTypeNameOf, remodelTypeOf } from '../../../questionnaire/business.ts'
import { HEADING, Heading } from '../../ui/heading.tsx'
import { whoText } from '../wording.ts'
import { EmailState, Flags, StatusMark, Waiting } from './marks.tsx'
import { Moment } from './moment.tsx'

/** Who it is, on the paint chip of the wanted type, and how things stand. */
export function SheetHead({ file }: { file: ProjectFile }) {
  const { answers } = file
  const type = remodelTypeOf(file.remodelType)

  // The focus follows the heading that stood here until the project came.
  useEffect(() => {
    if (document.activeElement === document.body) {
      document.getElementById(HEADING)?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <header className="sheet-head">
      <div className="sheet-chip" data-remodel={remodelTypeNameOf(file.remodelType)}>
        <Heading>{file.name}</Heading>
        <p>{[answers.city, answers.state].filter(Boolean).join(', ')}</p>
        <p className="sheet-type">
          {type ? type.name : file.remodelType}
          <span className="serif">{type?.costRange}</span>
        </p>
      </div>
      <div className="standing">
        <dl>
          <div>
            <dt>{file.firstContactAt || file.status !== NEW ? 'First contact' : 'Waiting'}</dt>
            <dd>
              <Waiting project={file} />
            </dd>
          </div>
          <div>
            <dt>Status</dt>
            <dd>
              <StatusMark status={file.status} />
            </dd>
          </div>
          <div>
            <dt>Who has it</dt>
            <dd>{whoText(file.assignee)}</dd>
          </div>
          <div>
            <dt>Came</dt>
            <dd>
              <Moment at={file.createdAt} />
            </dd>
          </div>
          <div>
            <dt>E-mail to us</dt>
            <dd>
              <EmailState project={file} />
            </dd>
          </div>
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
