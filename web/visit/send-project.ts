import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import type { Visit } from './visit.ts'

const LONGEST_WAIT_MS = 20_000

/** True only when the server says that the project is saved and sent; every other end is the failure. */
export async function sendProject({ id, answers }: Visit): Promise<boolean> {
  try {
    const response = await fetch(`/api/projects/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', [VERSION_HEADER]: QUESTIONNAIRE_VERSION },
      body: JSON.stringify(answers),
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    })
    return response.ok
  } catch {
    return false
  }
}
