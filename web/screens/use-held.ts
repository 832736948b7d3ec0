import type { FieldName } from '../../questionnaire/fields.ts'
import { fieldsOf, type Screen } from '../../questionnaire/screens.ts'
import { controlId } from '../fields/field-props.ts'
import { useVisit } from '../visit/use-visit.tsx'

/**
 * Takes up what a screen's controls hold. Some programs that fill in forms tell the page of nothing, and what is
 * drawn anew would take back what the visit does not know of.
 */
export function useHeld(screen: Screen): () => void {
  const { current, answer } = useVisit()
  return () => {
    for (const name of fieldsOf(screen)) {
      const held = heldBy(name)
      if (held !== undefined && held !== current().visit.answers[name]) answer(name, held)
    }
  }
}

/** Undefined for a choice, whose radios have an id each. */
function heldBy(name: FieldName): string | undefined {
  const control = document.getElementById(controlId(name))
  return control && 'value' in control ? String(control.value) : undefined
}
