import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useParams } from 'react-router'
import { rowsOf, unaskedRowsOf } from '../../../questionnaire/project.ts'
import { useBusiness } from '../../ui/business.ts'
import { Heading } from '../../ui/heading.tsx'
import { ArrowLeft } from '../../ui/icons.tsx'
import { useDesk, usePeople } from '../app/use-desk.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { ProblemNotice, QueryView } from '../ui/loading-states.tsx'
import { useListPath } from '../ui/project-link.tsx'
import { fullTimestampText } from '../ui/wording.ts'
import actions from './actions.module.css'
import { AssignForm } from './assign-form.tsx'
import { CallSheet } from './call-sheet.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { ContactButtons } from './contact-buttons.tsx'
import { EraseForm } from './erase-form.tsx'
import { Fact } from './fact.tsx'
import { History } from './history.tsx'
import { NoteForm } from './note-form.tsx'
import styles from './project-screen.module.css'
import { SheetHead } from './sheet-head.tsx'
import { StatusForm } from './status-form.tsx'
import { useProject } from './use-project.ts'

/** One project: the call sheet, then the history and every answer. */
export function ProjectScreen() {
  const { id = '' } = useParams()
  const { role, titleOf } = useDesk()
  const { brandName } = useBusiness()
  const list = useListPath()
  const { query, change, conflict, endConflict } = useProject(id)
  const fields = { status: useRef<HTMLSelectElement>(null), assigned: useRef<HTMLSelectElement>(null) }
  const people = usePeople()

  return (
    <>
      <p className={`on-screen tight ${styles.crumb}`}>
        <Link className="text-link" to={list}>
          <ArrowLeft /> {titleOf(list)}
        </Link>
        {query.data && (
          <button className="plain-button" type="button" onClick={() => print()}>
            Print call sheet
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
            <FocusKeeper as="article" className={styles.sheet}>
              <SheetHead project={project} />
              {conflict && (
                <ConflictNotice
                  wanted={conflict}
                  project={project}
                  people={people}
                  change={change}
                  field={fields[conflict.kind]}
                  onEnd={endConflict}
                />
              )}
              <div className={styles.columns}>
                <CallSheet project={project} />
                <aside className={`on-screen part ${actions.panel}`} aria-label="Actions">
                  <ContactButtons project={project} change={change} />
                  <StatusForm project={project} change={change} field={fields.status} />
                  <AssignForm project={project} people={people} change={change} field={fields.assigned} />
                  <NoteForm project={project} change={change} />
                </aside>
              </div>
              <div className={styles.details}>
                <History events={project.events} />
                <section className={`on-screen ${styles.answers}`} aria-labelledby="answers">
                  <h2 id="answers">All answers</h2>
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
                {role === 'owner' && <EraseForm project={project} change={change} />}
              </div>
              <PrintedBy />
            </FocusKeeper>
          ) : (
            <ProblemNotice problem={{ kind: 'not found' }} onRetry={query.refetch} />
          )
        }
      </QueryView>
    </>
  )
}

interface FocusKeeperProps {
  readonly as: 'div' | 'article'
  readonly className: string | undefined
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

  // Updates the page before printing. The browser prints the page as it is when this returns.
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
