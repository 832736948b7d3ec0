import { useState } from 'react'
import type { Problem } from '../call-api.ts'
import { troubleText } from '../trouble-text.ts'
import { useDesk } from '../use-desk.ts'
import { useLeft } from '../use-left.ts'

/**
 * What the filter finds as a file. The browser's own list of downloads says that one failed, also when it breaks off,
 * but neither why nor what to do: so the page asks before it whether it would be refused. It is not fetched by the
 * page, which would then have to hold all of it.
 */
export function ExportLink({ query }: { query: string }) {
  const { call, complain } = useDesk()
  const isLeft = useLeft()
  const [trouble, setTrouble] = useState('')
  const [isAsking, setAsking] = useState(false)
  const path = `projects.csv${query && `?${query}`}`
  const file = `/api/desk/${path}`

  async function save() {
    if (isAsking) return
    setTrouble('')
    setAsking(true)
    const answer = await call(path, { method: 'HEAD' })
    setAsking(false)
    if (answer.ok) download(file)
    else {
      setTrouble(refusal(answer.problem))
      if (isLeft.current) complain(refusal(answer.problem))
    }
  }

  return (
    <>
      <a
        className="text-link"
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
      <p className="form-trouble" role="alert">
        {trouble}
      </p>
    </>
  )
}

/** By a link, so that the page stays whatever the server answers. */
function download(file: string) {
  const link = document.createElement('a')
  link.href = file
  link.download = ''
  link.click()
}

function refusal(problem: Problem): string {
  if (problem.kind === 'refused' && problem.status === 429) {
    return 'Not exported: too many exports within a minute. Wait a minute, then try again.'
  }
  return `Not exported. ${troubleText(problem)}`
}
