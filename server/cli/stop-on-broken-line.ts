import '../lib/node-version.ts'
import { brokenLine } from './broken-line.ts'

// Loaded before the commands (package.json): they import what is made of the questions, so that a line of those
// that cannot be read would end them with Node's own words.
await import('../../questionnaire/mistakes.ts').catch((error: unknown) => {
  const mistake = brokenLine(error)
  if (mistake === null) throw error
  process.stderr.write(`${mistake}\n`)
  process.exit(1)
})
