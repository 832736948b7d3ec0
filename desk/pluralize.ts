/** `1 visit`, `1,200 visits`. */
export const pluralize = (count: number, noun: string) =>
  `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`

export const formatNumber = (number: number) => number.toLocaleString('en-US')
