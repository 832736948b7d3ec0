import type { Field } from './field.ts'
import { type FieldName, fieldNamed } from './fields.ts'
import { fieldsOf, type Screen, type SlideName, screens } from './screens.ts'

// So that a test that is not about the order of the screens need not change with it: spec.test.ts guards that.

export const firstAsking = (name: FieldName) => screens.findIndex((screen) => fieldsOf(screen).includes(name))

export const lastAsking = (name: FieldName) =>
  screens.findLastIndex((screen) => fieldsOf(screen).includes(name))

export const showing = (slide: SlideName) =>
  screens.findIndex((screen: Screen) => screen.kind === 'slide' && screen.slide === slide)

/** Whether a screen that was looked for has not been taken off. */
export const isThere = (index: number) => index !== -1

/** The first screen with a choice that has to be made, without pictures: which one that is, is the owner's. */
export const firstRequiredChoice = () =>
  screens.findIndex((screen) => fieldsOf(screen).map(fieldNamed).some(isRequiredChoice))

const isRequiredChoice = (field: Field) => field.kind === 'choice' && !field.optional && !field.pictured

/** The choices with Other that are asked, in their order. */
export const askedWithOther = () =>
  [...new Set(screens.flatMap(fieldsOf))].filter((name) => {
    const field = fieldNamed(name)
    return field.kind === 'choice' && field.other
  })
