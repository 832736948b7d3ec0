/** Which line of the questions Node could not read, in a sentence for who wrote it; null for any other error. */
export function brokenLine(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { file, line } =
    /(?<file>questionnaire\/[\w-]+\.ts):(?<line>\d+)/.exec(error.stack ?? '')?.groups ?? {}
  if (file === undefined) return null
  return `Line ${line} of ${file} cannot be read: ${error.message.replace(/\.$/, '')}. Look there and in the line before for a comma or a quote that is missing; an apostrophe in words between two ' is written \\'.`
}
