import { unknownFrom } from './delivery.ts'
import type { Kept } from './driver.ts'

/** The names of what is said otherwise than it is kept. */
export function changedNames(
  { project, delivery }: Kept,
  said: Readonly<Record<string, string>>,
): readonly string[] {
  const kept: Readonly<Record<string, string>> = { ...unknownFrom(delivery), ...project.answers }
  return Object.keys({ ...kept, ...said }).filter((name) => kept[name] !== said[name])
}
