import type { ReactNode } from 'react'
import { rowsOf, unaskedRowsOf } from '../../../questionnaire/project.ts'
import { Heading } from '../../ui/heading.tsx'
import { ArrowLeft } from '../../ui/icons.tsx'
import { addressOf, placeNames } from '../address.ts'
import { AssignForm } from '../parts/assign-form.tsx'
import { CallSheet } from '../parts/call-sheet.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { ContactButtons } from '../parts/contact-buttons.tsx'
import { EraseForm } from '../parts/erase-form.tsx'
import { Fact } from '../parts/fact.tsx'
import { History } from '../parts/history.tsx'
import { NoteForm } from '../parts/note-form.tsx'
import { PrintedLine } from '../parts/printed-line.tsx'
import { SheetHead } from '../parts/sheet-head.tsx'
import { Shown } from '../parts/states.tsx'
import { StatusForm } from '../parts/status-form.tsx'
import { lastList, useDesk } from '../use-desk.ts'
import { useFocusHandedOn } from '../use-focus-handed-on.ts'
import { usePeople } from '../use-people.ts'
import { useProject } from '../use-project.ts'

/** One project: the call sheet first, then what has happened, then every answer. */
export function ProjectScreen({ id }: { id: string }) {
  const { brandName, memory } = useDesk()
  const list = lastList(memory)
  const { change, conflict, endConflict, settled, ...fetched } = useProject(id)
  const people = usePeople()

  return (
    <div className="screen">
      <p className="crumb">
        <a className="text-link" href={addressOf(list)}>
          <ArrowLeft /> {placeNames[list.kind]}
        </a>
        {fetched.value && (
          <button className="plain-button" type="button" onClick={() => print()}>
            Print the call sheet
          </button>
        )}
      </p>
      {!fetched.value && (
        <Passing as="div" className="screen-head">
          <Heading>Project</Heading>
        </Passing>
      )}
      <Shown fetched={fetched}>
        {(file) => (
          <Passing as="article" className="sheet">
            <SheetHead file={file} />
            {conflict && (
              <ConflictNotice
                wanted={conflict}
                file={file}
                people={people}
                change={change}
                onEnd={endConflict}
              />
            )}
            <div className="sheet-columns">
              <CallSheet file={file} brandName={brandName} />
              <aside className="actions" aria-label="What you do">
                <ContactButtons file={file} change={change} />
                <StatusForm key={`status ${settled.status}`} file={file} change={change} />
                <AssignForm key={`who ${settled.assigned}`} file={file} people={people} change={change} />
                <NoteForm id={file.id} change={change} />
              </aside>
            </div>
            <div className="below">
              <History events={file.events} />
              <section className="answers" aria-labelledby="answers">
                <h2 id="answers">Every answer</h2>
                <dl>
                  {[...rowsOf(file.answers, brandName), ...unaskedRowsOf(file.answers, brandName)].map(
                    ({ name, question, answer }) => (
                      <Fact key={name} name={question}>
                        {answer}
                      </Fact>
                    ),
                  )}
                </dl>
              </section>
              <EraseForm file={file} />
            </div>
            <PrintedLine />
          </Passing>
        )}
      </Shown>
    </div>
  )
}

interface PassingProps {
  readonly as: 'div' | 'article'
  readonly className: string
  readonly children: ReactNode
}

/** The project, and what stands in its place before it comes and once it is erased, hand the focus to each other. */
const Passing = ({ as: Element, className, children }: PassingProps) => (
  <Element className={className} ref={useFocusHandedOn<HTMLDivElement>()}>
    {children}
  </Element>
)
