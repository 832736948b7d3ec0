/** So many of something, as people say it: `1 visit`, `1,200 visits`. */
export const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`
