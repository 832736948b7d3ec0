/** The elements of the page that its script uses. */
export const ids = {
  project: 'project',
  change: 'change',
  print: 'print',
  erase: 'erase',
  failure: 'failure',
  erased: 'erased',
  dialog: 'dialog',
  question: 'question',
  keep: 'keep',
  confirm: 'confirm',
} as const
