import { unknownFrom } from './delivery.ts'
import type { StoredProject } from './driver.ts'

/** The names of what is said otherwise than it is kept. What is kept and cannot be read is no reason to refuse an edit. */
export function changedNames(
  { project, delivery }: StoredProject,
  said: Readonly<Record<string, string>>,
): readonly string[] {
  let kept: Readonly<Record<string, string>> = project.answers
  try {
    kept = { ...unknownFrom(delivery), ...kept }
  } catch {
    // Its e-mail tells of it.
  }
  return Object.keys({ ...kept, ...said }).filter((name) => kept[name] !== said[name])
}
