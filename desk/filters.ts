import { isStorable } from '../questionnaire/answers.ts'
import { formerRemodelTypes, remodelTypes } from '../questionnaire/business.ts'
import { currentWords } from '../questionnaire/former-words.ts'
import { isDay } from './days.ts'
import { MAX_ADDRESS_LENGTH, MAX_SEARCH_LENGTH } from './limits.ts'
import { statuses, statusOf } from './status.ts'

export interface FilterDefinition {
  /** The value to compare with, or null if the text is none. */
  readonly read: (text: string) => string | null
  /** The label of its field in "Filter and sort". */
  readonly label?: string
  /** The option of the field that sets no filter. */
  readonly any?: string
  /** The other options: a fixed list, or one that the page loads. Without options the field is a date. */
  readonly options?: 'people' | 'sources' | readonly Option[]
}

/** One choice in a field: what is stored, and its words. */
export interface Option {
  readonly value: string
  readonly text: string
}

const anyText = (text: string) => text
const day = (text: string) => (isDay(text) ? text : null)

export const sorts = ['newest', 'oldest', 'waiting'] as const
export type Sort = (typeof sorts)[number]

/**
 * The filters of the inbox in the order of its form. The names are in the address of the page and in the query of
 * GET projects, projects.csv and spreadsheet.csv. HEAD of an export returns 204, or 429 when the person has reached the
 * limit of exports.
 */
export const filters = {
  /** Words in name, email address, city, street or free texts. It has a field of its own. */
  search: { read: (text) => (text.length <= MAX_SEARCH_LENGTH ? text : null) },
  status: {
    label: 'Status',
    any: 'Any',
    options: statuses.map((status) => ({ value: status, text: status })),
    read: statusOf,
  },
  /** A person's email address, or `nobody` for unassigned projects. */
  who: { label: 'Assigned to', any: 'Anyone', options: 'people', read: anyText },
  type: {
    label: 'Type',
    any: 'Any',
    options: Object.values(remodelTypes).map(({ name, answer }) => ({ value: answer, text: name })),
    read: (text) => currentWords(text, formerRemodelTypes),
  },
  /** The name of a source (sourceName). */
  source: { label: 'Source', any: 'Any', options: 'sources', read: anyText },
  /** Both days are included. */
  from: { label: 'Received since', read: day },
  to: { label: 'Received until', read: day },
  sort: {
    label: 'Sort by',
    any: 'Newest first',
    options: [
      { value: 'oldest', text: 'Oldest first' },
      { value: 'waiting', text: 'Longest waiting' },
    ],
    read: (text) => sorts.find((sort) => sort === text) ?? null,
  },
  /** `next` of the page before. */
  cursor: { read: (text) => (/^[wo]?\d{1,16}\.[\w-]{1,64}$/.test(text) ? text : null) },
} as const satisfies Record<string, FilterDefinition>

export type FilterName = keyof typeof filters
export const filterNames = Object.keys(filters).filter(isFilterName)

export type Filter = {
  readonly [Name in FilterName]?: NonNullable<ReturnType<(typeof filters)[Name]['read']>>
}

/** The filter in a request's query, or null when a value is invalid. Unknown and empty parts are ignored. */
export function readFilter(query: unknown): Filter | null {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(query ?? {})) {
    if (!isFilterName(name) || value === '') continue
    const isText = typeof value === 'string' && value.length <= MAX_ADDRESS_LENGTH && isStorable(value)
    const read = isText ? filters[name].read(value) : null
    if (read === null) return null
    found[name] = read
  }
  return found
}

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(filters, name)
}
