/** What a database can keep and a person can have typed. */
export const isText = (value: string, longest: number): boolean =>
  value.length <= longest && !value.includes('\0') && value.isWellFormed()
