/** So many of something, as people say it: `1 visit`, `1,200 visits`. */
export const pluralize = (count: number, one: string) =>
  `${formatNumber(count)} ${count === 1 ? one : `${one}s`}`

export const formatNumber = (number: number) => number.toLocaleString('en-US')
