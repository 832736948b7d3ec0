import type { FieldName } from '../../questionnaire/fields.ts'
import { fieldsOf, type Screen } from '../../questionnaire/screens.ts'
import { controlId } from '../fields/field-props.ts'
import { useVisit } from '../visit/use-visit.tsx'

/**
 * Walks on from a screen with what its controls hold. The browser has found that good, and some programs that fill
 * in forms tell the page of nothing.
 */
export function useNext(screen: Screen): () => void {
  const { visit, answer, next } = useVisit()
  return () => {
    for (const name of fieldsOf(screen)) {
      const held = heldBy(name)
      if (held !== undefined && held !== visit.answers[name]) answer(name, held)
    }
    next()
  }
}

/** Undefined for a choice, whose radios have an id each. */
function heldBy(name: FieldName): string | undefined {
  const control = document.getElementById(controlId(name))
  return control && 'value' in control ? String(control.value) : undefined
}
