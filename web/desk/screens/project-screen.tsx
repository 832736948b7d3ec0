import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { rowsOf, unaskedRowsOf } from '../../../questionnaire/project.ts'
import { Heading } from '../../ui/heading.tsx'
import { ArrowLeft } from '../../ui/icons.tsx'
import { usePeople } from '../api/use-api.ts'
import { useProject } from '../api/use-project.ts'
import { useFocusFallback } from '../focus.ts'
import { AssignForm } from '../parts/assign-form.tsx'
import { CallSheet } from '../parts/call-sheet.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { ContactButtons } from '../parts/contact-buttons.tsx'
import { EraseForm } from '../parts/erase-form.tsx'
import { Fact } from '../parts/fact.tsx'
import { History } from '../parts/history.tsx'
import { ProblemNotice, QueryView } from '../parts/loading-states.tsx'
import { NoteForm } from '../parts/note-form.tsx'
import { useListPath } from '../parts/project-link.tsx'
import { SheetHead } from '../parts/sheet-head.tsx'
import { StatusForm } from '../parts/status-form.tsx'
import { screenNames, screenOf } from '../routes.ts'
import { useDesk } from '../use-desk.ts'
import { fullTimestampText } from '../wording.ts'

/** One project: the call sheet, then the history and every answer. */
export function ProjectScreen({ id }: { id: string }) {
  const { brandName, role } = useDesk()
  const list = useListPath()
  const { query, change, conflict, endConflict, endedConflicts, erase } = useProject(id)
  const people = usePeople()

  return (
    <div className="screen">
      <p className="crumb">
        <Link className="text-link" to={list}>
          <ArrowLeft /> {screenNames[screenOf(list)]}
        </Link>
        {query.data && (
          <button className="plain-button" type="button" onClick={() => print()}>
            Print the call sheet
          </button>
        )}
      </p>
      {!query.data && (
        <FocusKeeper as="div" className="screen-head">
          <Heading>Project</Heading>
        </FocusKeeper>
      )}
      <QueryView query={query}>
        {(project) =>
          project ? (
            <FocusKeeper as="article" className="sheet">
              <SheetHead project={project} />
              {conflict && (
                <ConflictNotice
                  wanted={conflict}
                  project={project}
                  people={people}
                  change={change}
                  onEnd={endConflict}
                />
              )}
              <div className="sheet-columns">
                <CallSheet project={project} brandName={brandName} />
                <aside className="actions" aria-label="Actions">
                  <ContactButtons project={project} change={change} />
                  <StatusForm key={`status ${endedConflicts.status}`} project={project} change={change} />
                  <AssignForm
                    key={`who ${endedConflicts.assigned}`}
                    project={project}
                    people={people}
                    change={change}
                  />
                  <NoteForm id={project.id} change={change} />
                </aside>
              </div>
              <div className="project-details">
                <History events={project.events} />
                <section className="answers" aria-labelledby="answers">
                  <h2 id="answers">Every answer</h2>
                  <dl>
                    {[
                      ...rowsOf(project.answers, brandName),
                      ...unaskedRowsOf(project.answers, brandName),
                    ].map(({ name, question, answer }) => (
                      <Fact key={name} name={question}>
                        {answer}
                      </Fact>
                    ))}
                  </dl>
                </section>
                {role === 'owner' && <EraseForm project={project} erase={erase} />}
              </div>
              <PrintedBy />
            </FocusKeeper>
          ) : (
            <ProblemNotice problem={{ kind: 'not found' }} onRetry={query.refetch} />
          )
        }
      </QueryView>
    </div>
  )
}

interface FocusKeeperProps {
  readonly as: 'div' | 'article'
  readonly className: string
  readonly children: ReactNode
}

/** When the project replaces its placeholder, or the other way round, the new element takes over the focus. */
const FocusKeeper = ({ as: Element, className, children }: FocusKeeperProps) => (
  <Element className={className} ref={useFocusFallback<HTMLDivElement>()}>
    {children}
  </Element>
)

/** When the call sheet was printed and by whom, since it is as old as that. */
function PrintedBy() {
  const { person, timeZone } = useDesk()
  const [at, setAt] = useState(() => new Date())

  // Synchronizes with the printer: the browser prints the page as it is when this returns.
  useEffect(() => {
    const update = () => flushSync(() => setAt(new Date()))
    addEventListener('beforeprint', update)
    return () => removeEventListener('beforeprint', update)
  }, [])

  return (
    <p className="on-paper">
      Printed {fullTimestampText(at.toISOString(), timeZone)} by {person.name}
    </p>
  )
}
