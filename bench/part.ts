/** The names of the product and of the fastest possible page. Charts highlight both. */
export const OURS = 'Kitchen Guide'
export const LIMIT = 'the limit'

/** One part of the benchmark. A quick run only checks that it works. */
export interface Bench {
  readonly measure: (options: { readonly quick: boolean }) => Promise<Part>
}

/** The results of one part, as presented in docs/reports/performance.md. */
export interface Part {
  readonly title: string
  /** What a reader wants to know, in one line. */
  readonly summary: string
  /** How it was measured, in a few sentences. */
  readonly about: string
  readonly goals: readonly Goal[]
  readonly tables: readonly Table[]
  readonly charts: readonly Chart[]
  /** Measurements that were not possible, with the reason. */
  readonly missing: readonly string[]
}

export interface Goal {
  readonly goal: string
  /** Such as '4.9 × Strapi'. */
  readonly found: string
  readonly isMet: boolean
}

export interface Table {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A bar chart with a group of bars for each thing that is compared. */
export interface Chart {
  /** The file name under docs/reports/performance/, without its extension. */
  readonly name: string
  readonly title: string
  readonly unit: string
  readonly groups: readonly { readonly label: string; readonly bars: readonly Bar[] }[]
}

export interface Bar {
  readonly name: string
  readonly value: number
}

/** Such as '0.55 × SurveyJS, 0.36 × Form.io'. */
export const timesPeers = (ours: number, peers: readonly Bar[]) =>
  peers.map(({ name, value }) => `${(ours / value).toFixed(2)} × ${name}`).join(', ') || 'no peer'

/** The goal to be ahead of every peer: each ratio of our time to theirs is below 1. */
export function aheadOfPeers(goal: string, ours: number, peers: readonly Bar[]): Goal {
  const ratios = peers.map(({ value }) => ours / value)
  return {
    goal,
    found: timesPeers(ours, peers),
    isMet: ratios.length > 0 && ratios.every((ratio) => ratio < 1),
  }
}
