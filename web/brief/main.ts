// The buttons of a brief. The server has rendered the page.

import { answersFrom } from '../../questionnaire/answers.ts'
import type { BriefAnswers } from '../../questionnaire/brief.ts'
import { FAILED_MESSAGE } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { CONTINUE, createDraft } from '../visit/draft.ts'
import { ids } from './ids.ts'
import './index.css'

const WAIT_MS = 20_000
const NO_STORAGE_MESSAGE =
  'Your browser blocks storage for this site, so your answers cannot be changed here. Allow storage, or open this page in another browser.'
const token = location.pathname.split('/').at(-1) ?? ''
const api = `/api/briefs/${token}`
const draft = createDraft(
  () => sessionStorage,
  () => localStorage,
)
const dialog = document.querySelector<HTMLDialogElement>(`#${ids.dialog}`)

onClick(ids.print, () => print())
onClick(ids.erase, () => dialog?.showModal())
onClick(ids.keep, () => dialog?.close())
onClick(ids.confirm, () => {
  dialog?.close()
  void attempt(erase)
})
onClick(ids.change, () => void attempt(change))

/** Opens the visit with the answers, as the draft of this tab. Its id and the token let it replace the project. */
async function change() {
  const response = await call('GET')
  // The response comes from our own server.
  const { id, answers: sent }: BriefAnswers = await response.json()
  const answers = answersFrom((name) => sent[name] ?? '')
  const visit = { id, writeKey: token, answers, furthest: LAST, submitPressed: true, sentEarly: false }
  draft.write({ ...visit, changedAt: null }, false)
  // Without the draft, the visit would start empty and become a second project.
  if (draft.load()?.id !== id) return show(NO_STORAGE_MESSAGE)
  location.assign(`/${CONTINUE}`)
}

async function erase() {
  await call('DELETE')
  draft.clear()
  const [project, erased] = [document.getElementById(ids.project), document.getElementById(ids.erased)]
  if (!project || !erased) return
  project.hidden = true
  erased.hidden = false
  erased.focus()
}

async function call(method: 'GET' | 'DELETE'): Promise<Response> {
  const response = await fetch(api, { method, signal: AbortSignal.timeout(WAIT_MS) })
  // The link has expired since the page was opened, and the page says so.
  if (response.status === 404) location.reload()
  if (!response.ok) throw new Error(String(response.status))
  return response
}

/** Shows a message if the work fails. The buttons are disabled until then. */
async function attempt(work: () => Promise<void>) {
  show('')
  setDisabled(true)
  await work().catch(() => show(FAILED_MESSAGE))
  setDisabled(false)
}

function show(text: string) {
  const failure = document.getElementById(ids.failure)
  if (failure) failure.textContent = text
}

function setDisabled(isDisabled: boolean) {
  for (const id of [ids.change, ids.erase]) {
    const button = document.querySelector<HTMLButtonElement>(`#${id}`)
    if (button) button.disabled = isDisabled
  }
}

function onClick(id: string, listener: () => void) {
  document.getElementById(id)?.addEventListener('click', listener)
}
