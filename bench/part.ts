/** What one part of the bench found, as docs/reports/performance.md tells it. */
export interface Part {
  readonly title: string
  /** How it was measured, in a few sentences. */
  readonly about: string
  readonly goals: readonly Goal[]
  readonly tables: readonly Table[]
  readonly plots: readonly Plot[]
  /** What was not measured, and why; a peer that could not be installed, for one. */
  readonly missing: readonly string[]
}

export interface Goal {
  readonly goal: string
  /** What was found, such as '0.91 × the limit'. */
  readonly found: string
  readonly isMet: boolean
}

export interface Table {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Bars side by side: a group for each thing compared, a bar in it for each who is compared. */
export interface Plot {
  /** The file's name under docs/reports/performance/, without its ending. */
  readonly name: string
  readonly title: string
  readonly unit: string
  readonly groups: readonly { readonly label: string; readonly bars: readonly Bar[] }[]
}

export interface Bar {
  readonly who: string
  readonly value: number
}

/** One part of the bench; `quick` makes it show that it works, with too few runs to be written down. */
export interface Bench {
  readonly measure: (options: { readonly quick: boolean }) => Promise<Part>
}
