import { type Run, run } from './run.ts'

const checks: readonly (readonly [string, readonly string[]])[] = [
  ['tsc', ['-p', 'questionnaire']],
  ['tsc', ['-p', 'desk']],
  ['tsc', ['-p', 'web']],
  ['tsc', ['-p', '.']],
  ['biome', ['check', '--error-on-warnings', '.']],
  ['knip', []],
  ['node', ['scripts/check-imports.ts']],
  ['node', ['scripts/check-styles.ts']],
]

/** Runs the checks of types, lint, format, unused code, imports and styles in parallel. */
export async function check(options: { readonly silent?: boolean } = {}): Promise<readonly Run[]> {
  return Promise.all(checks.map(([program, args]) => run(`node_modules/.bin/${program}`, args, options)))
}

if (import.meta.main) {
  const failed = (await check()).filter(({ code }) => code !== 0)
  process.exitCode = failed.length > 0 ? 1 : 0
}
