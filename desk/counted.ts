/** So many of something, as people say it: `1 visit`, `1,200 visits`. */
export const counted = (count: number, one: string) => `${numberText(count)} ${count === 1 ? one : `${one}s`}`

export const numberText = (number: number) => number.toLocaleString('en-US')
