import { readFileSync } from 'node:fs'
import { namedTwice } from '../questionnaire/field-mistakes.ts'
import { questionnaireMistakes } from '../questionnaire/mistakes.ts'

const FIELDS = new URL('../questionnaire/fields.ts', import.meta.url)

/** Ends the process with what is wrong with the questions, before anything is built of them or asked. */
export function stopOnMistakes(): void {
  const mistakes = [...namedTwice(readFileSync(FIELDS, 'utf8')), ...questionnaireMistakes()]
  if (mistakes.length === 0) return
  process.stderr.write(`${mistakes.join('\n')}\n`)
  process.exit(1)
}
