import type { Field } from '../field.ts'
import { type FieldName, fieldNamed } from '../fields.ts'
import { fieldsOf, type Screen, type SlideName, screens } from '../screens.ts'

// Finds screens by their content, so that only spec.test.ts depends on the order of the screens.

export const firstAsking = (name: FieldName) => screens.findIndex((screen) => fieldsOf(screen).includes(name))

export const lastAsking = (name: FieldName) =>
  screens.findLastIndex((screen) => fieldsOf(screen).includes(name))

export const showing = (slide: SlideName) =>
  screens.findIndex((screen: Screen) => screen.kind === 'slide' && screen.slide === slide)

/** False if a screen was not found, because a developer has removed it. */
export const isThere = (index: number) => index !== -1

/** The first screen with a required choice without pictures. */
export const firstRequiredChoice = () =>
  screens.findIndex((screen) => fieldsOf(screen).map(fieldNamed).some(isRequiredChoice))

const isRequiredChoice = (field: Field) => field.kind === 'choice' && !field.optional && !field.pictured

/** The choices with Other on the screens, in their order. */
export const askedWithOther = () =>
  [...new Set(screens.flatMap(fieldsOf))].filter((name) => {
    const field = fieldNamed(name)
    return field.kind === 'choice' && field.other
  })
