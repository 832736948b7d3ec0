import { questionnaireMistakes } from '../questionnaire/mistakes.ts'

/** Ends the process with what is wrong with the questions, before anything is built of them or asked. */
export function stopOnMistakes(): void {
  const mistakes = questionnaireMistakes()
  if (mistakes.length === 0) return
  process.stderr.write(`${mistakes.join('\n')}\n`)
  process.exit(1)
}
