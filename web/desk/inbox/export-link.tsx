import { useState } from 'react'
import { type CallFailure, problemText } from '../app/api-result.ts'
import { useDesk, useUnmounted } from '../app/use-desk.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { FormProblem } from '../ui/form-controls.tsx'

/**
 * Downloads the matching projects. The browser's list of downloads does not say why one was refused, so the page asks
 * the server first. The browser downloads the file, so that the page need not hold all of it.
 */
export function ExportLink({ query }: { query: string }) {
  const { call, showError } = useDesk()
  const isUnmounted = useUnmounted()
  const link = useFocusFallback<HTMLAnchorElement>()
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  const path = `projects.csv${query && `?${query}`}`
  const file = `/api/desk/${path}`

  async function save() {
    if (isAsking) return
    setProblem('')
    setAsking(true)
    const result = await call(path, { method: 'HEAD' })
    setAsking(false)
    if (result.ok) download(file)
    else {
      setProblem(refusal(result.problem))
      if (isUnmounted.current) showError(refusal(result.problem))
    }
  }

  return (
    <>
      <a
        className="text-link"
        ref={link}
        href={file}
        download
        aria-disabled={isAsking}
        onClick={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        Export as CSV
      </a>
      <FormProblem>{problem}</FormProblem>
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
