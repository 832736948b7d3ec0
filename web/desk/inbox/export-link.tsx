import { type CallFailure, problemText } from '../app/api-result.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { FormProblem } from '../ui/form-controls.tsx'

interface ExportLinkProps {
  /** `spreadsheet.csv` has readable headings and what the desk knows; `projects.csv` has the names of the fields. */
  readonly file: 'spreadsheet.csv' | 'projects.csv'
  readonly query: string
  readonly children: string
}

/**
 * Downloads the matching projects. The browser's list of downloads does not say why one was refused, so the page asks
 * the server first. The browser downloads the file, so that the page need not hold all of it.
 */
export function ExportLink({ file: name, query, children }: ExportLinkProps) {
  const { call } = useDesk()
  const path = `${name}${query && `?${query}`}`
  const file = `/api/desk/${path}`
  const save = useAction({
    send: () => call(path, { method: 'HEAD' }),
    onDone: () => download(file),
    failedText: refusal,
  })

  return (
    <>
      <a
        className="text-link"
        ref={useFocusFallback<HTMLAnchorElement>()}
        href={file}
        download
        aria-disabled={save.isBusy}
        onClick={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        {children}
      </a>
      <FormProblem>{save.problem}</FormProblem>
    </>
  )
}

/** With a link, so that the page stays open whatever the server answers. */
function download(file: string) {
  const link = document.createElement('a')
  link.href = file
  link.download = ''
  link.click()
}

function refusal(problem: CallFailure): string {
  if (problem.kind === 'refused' && problem.status === 429) {
    return 'Not exported: too many exports within a minute. Wait a minute, then try again.'
  }
  return `Not exported. ${problemText(problem)}`
}
