import { existsSync, readFileSync } from 'node:fs'
import { brokenLine } from './broken-line.ts'

const FIELDS = new URL('../../questionnaire/fields.ts', import.meta.url)
/** Not in an image, which has only what was built of it. */
const SLIDES = new URL('../../web/slides/slides.ts', import.meta.url)

/** Ends the process with what is wrong with the questions, before anything is built of them or asked. */
export async function stopOnMistakes(): Promise<void> {
  const mistakes = await mistakesFound()
  if (mistakes.length === 0) return
  process.stderr.write(`${mistakes.join('\n')}\n`)
  process.exit(1)
}

async function mistakesFound(): Promise<readonly string[]> {
  try {
    // Only now: a file that cannot be read is a mistake to be told as well.
    const { namedTwice } = await import('../../questionnaire/field-mistakes.ts')
    const { questionnaireMistakes } = await import('../../questionnaire/mistakes.ts')
    const { unshownSlides } = await import('../../questionnaire/screen-mistakes.ts')
    return [
      ...namedTwice(readFileSync(FIELDS, 'utf8')),
      ...questionnaireMistakes(),
      ...(existsSync(SLIDES) ? unshownSlides(readFileSync(SLIDES, 'utf8')) : []),
    ]
  } catch (error) {
    const mistake = brokenLine(error)
    if (mistake === null) throw error
    return [mistake]
  }
}
