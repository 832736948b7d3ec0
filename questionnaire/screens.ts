import type { AskPhone } from './business.ts'
import { type FieldName, fields } from './fields.ts'

/** Screens that belong together and share a color. */
export type Chapter =
  | 'welcome'
  | 'house'
  | 'scope'
  | 'plans'
  | 'wishes'
  | 'means'
  | 'worries'
  | 'contact'
  | 'promise'

/** The screens without questions; each is a component in web/slides. */
export type SlideName =
  | 'heart'
  | 'process'
  | 'process-steps'
  | 'remodel-types'
  | 'cost-ranges'
  | 'next-step'
  | 'problems'
  | 'complaints'
  | 'avoid'
  | 'hire'
  | 'why'

export type Screen = Landing | MiddleScreen | SubmitScreen

interface Landing {
  readonly kind: 'landing'
  readonly fields?: never
}

interface TitledScreen {
  readonly chapter: Chapter
  /** The heading of the screen; `{brand}` in it stands for the business. */
  readonly title: string
}

type MiddleScreen = TitledScreen &
  (
    | { readonly kind: 'begin'; readonly fields: readonly ['email'] }
    | { readonly kind: 'questions'; readonly fields: readonly [FieldName, ...FieldName[]] }
    | { readonly kind: 'slide'; readonly slide: SlideName; readonly fields?: never }
  )

interface SubmitScreen extends TitledScreen {
  readonly kind: 'submit'
  readonly fields?: never
}

/** A screen that asks one question; its title is that question's label. */
const ask = <C extends Chapter>(chapter: C, name: FieldName) =>
  ({ kind: 'questions', chapter, title: fields[name].label, fields: [name] }) as const

export const screens = [
  { kind: 'landing' },
  { kind: 'begin', chapter: 'welcome', title: 'Please enter your email address:', fields: ['email'] },
  { kind: 'slide', chapter: 'welcome', slide: 'heart', title: 'Your Kitchen - The heart of your home' },
  { kind: 'slide', chapter: 'welcome', slide: 'process', title: 'Our Unique Successful Process' },
  {
    kind: 'slide',
    chapter: 'welcome',
    slide: 'process-steps',
    title: 'Our Unique Successful Process - continued',
  },
  {
    kind: 'questions',
    chapter: 'house',
    title: 'Tell us about your upcoming project and Home?',
    fields: ['projectType', 'typeOfHome', 'yearBuilt'],
  },
  { kind: 'questions', chapter: 'house', title: 'Tell us about your House?', fields: ['typeOfArchitecture'] },
  { kind: 'slide', chapter: 'scope', slide: 'remodel-types', title: '3 basic types of kitchen remodels' },
  { kind: 'slide', chapter: 'scope', slide: 'cost-ranges', title: 'Cost Range by type of Kitchen Remodel' },
  ask('plans', 'typeOfKitchenRemodel'),
  ask('plans', 'remodellingExperience'),
  ask('plans', 'remodellingReasons'),
  ask('wishes', 'newKitchenImportantFeature'),
  ask('wishes', 'primaryMotivatorForRemodelling'),
  ask('wishes', 'newKitchenOtherFeature'),
  ask('means', 'paymentMethod'),
  ask('means', 'whyNotHiredKitchenRemodeler'),
  ask('means', 'newKitchenDesignExists'),
  ask('worries', 'concernsForHavingKitchenRemodeled'),
  ask('worries', 'fearsForHiringKitchenRemodeler'),
  {
    kind: 'questions',
    chapter: 'contact',
    title: 'How may we reach you to see if our company is a good match for your project?',
    fields: [
      'firstName',
      'lastName',
      'email',
      'phone',
      'streetAddress',
      'city',
      'state',
      'zipCode',
      'renegadeRemodelersEmailAddress',
    ],
  },
  {
    kind: 'questions',
    chapter: 'contact',
    title: 'A few more questions to help us better understand details about your project...',
    fields: ['timeFrame', 'budget', 'additionalComments'],
  },
  {
    kind: 'slide',
    chapter: 'promise',
    slide: 'next-step',
    title: 'Thank you for telling us about your project',
  },
  { kind: 'slide', chapter: 'promise', slide: 'problems', title: 'Common client remodeling problems' },
  {
    kind: 'slide',
    chapter: 'promise',
    slide: 'complaints',
    title: 'Top client complaints about the contractor they hired',
  },
  {
    kind: 'slide',
    chapter: 'promise',
    slide: 'avoid',
    title: 'How to avoid the most common contractor & homeowner issues',
  },
  { kind: 'slide', chapter: 'promise', slide: 'hire', title: 'Hire one of our {brand}' },
  { kind: 'slide', chapter: 'promise', slide: 'why', title: 'Why choose one of our {brand}?' },
  { kind: 'submit', chapter: 'promise', title: 'Thank you' },
] as const satisfies readonly [Landing, ...MiddleScreen[], SubmitScreen]

export const LAST = screens.length - 1

/** The first screen is `/`, then `/sec1`, `/sec2` and so on. */
export const pathOf = (index: number) => (index === 0 ? '/' : `/sec${index}`)

/** Undefined if the path is not a screen's. */
export function indexOfPath(path: string): number | undefined {
  const index = screens.findIndex((_, candidate) => pathOf(candidate) === path)
  return index === -1 ? undefined : index
}

/** The fields that a screen asks. */
export const fieldsAsked = (screen: Screen, askPhone: AskPhone): readonly FieldName[] =>
  (screen.fields ?? []).filter((name: FieldName) => name !== 'phone' || askPhone !== 'off')

/** The fields that a screen asks whatever ASK_PHONE is. */
export const fieldsOf = (screen: Screen) => fieldsAsked(screen, 'off')

/** The screens after it are slides and Submit. */
export const LAST_WITH_QUESTIONS = screens.findLastIndex((screen) => fieldsOf(screen).length > 0)

const asked: ReadonlySet<FieldName> = new Set(screens.flatMap(fieldsOf))

/** False for a field that is on no screen, or only if ASK_PHONE is on. */
export const isAsked = (name: FieldName) => asked.has(name)
