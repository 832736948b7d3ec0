/**
 * Measures each of them in turn, again and again: a machine that is slow for a while is so for all. The
 * findings are in the order of those measured.
 */
export async function interleaved<Measured, Finding>(
  all: readonly Measured[],
  rounds: number,
  measure: (one: Measured) => Promise<Finding>,
): Promise<readonly (readonly Finding[])[]> {
  const findings: Finding[][] = all.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, one] of all.entries()) findings[index]?.push(await measure(one))
  }
  return findings
}
