/** The value that this share of the values does not exceed, by nearest rank. 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Measures each candidate in turn, several times, so that a slow moment of the machine affects all of them. */
export async function takeTurns<Candidate, Finding>(
  candidates: readonly Candidate[],
  rounds: number,
  measure: (candidate: Candidate) => Promise<Finding>,
): Promise<readonly (readonly Finding[])[]> {
  const findings: Finding[][] = candidates.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, candidate] of candidates.entries()) findings[index]?.push(await measure(candidate))
  }
  return findings
}
